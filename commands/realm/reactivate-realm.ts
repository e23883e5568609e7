/** Opens an organization again that was closed, as it was: its people, keys, streams and messages. Event queues are registered anew. */
import { z } from 'zod';
import { accept } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

/** Only an operator can ask for it: nobody acts in an organization that is closed. */
export const reactivateRealm = defineCommand({
  name: 'reactivate-realm',
  summary: 'Open a closed organization again',
  input: z.object({}),
  refusals: [],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, _input, { realmId }) {
    if (!state.realm.deactivated) return accept([], {});
    return accept(
      [{ stream: logStream.realm(realmId), events: [{ type: 'RealmReactivated', data: { realmId } }] }],
      {},
    );
  },
});
