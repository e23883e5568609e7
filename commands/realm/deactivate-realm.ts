/**
 * Deactivates an organization: nobody can sign in or send any more, and its event queues end. Its history stays. Repeating it is not an
 * error.
 */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsOwner } from '../rules/acting.ts';

export const deactivateRealm = defineCommand({
  name: 'deactivate-realm',
  input: z.object({}),
  refusals: ['owner-required'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, _input, { realmId, actor }) {
    if (!actsAsOwner(state, actor)) return refuse({ code: 'owner-required' });
    if (state.realm.deactivated) return accept([], {});
    return acceptEvent(logStream.realm(realmId), { type: 'RealmDeactivated', data: { realmId } });
  },
});
