/** Reactivates an organization with its people, keys, streams and messages unchanged. Event queues must be registered again. */
import { z } from 'zod';
import { accept, acceptEvent } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';

/** Only an operator can request it, because nobody can act in a deactivated organization. */
export const reactivateRealm = defineCommand({
  name: 'reactivate-realm',
  input: z.object({}),
  refusals: [],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, _input, { realmId }) {
    if (!state.realm.deactivated) return accept([], {});
    return acceptEvent(logStream.realm(realmId), { type: 'RealmReactivated', data: { realmId } });
  },
});
