/** Changes the name of an organization. Its subdomain stays, because clients have it in their addresses. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsOwner } from '../rules/acting.ts';
import { RealmName } from './create-realm.ts';

export const renameRealm = defineCommand({
  name: 'rename-realm',
  input: z.object({ name: RealmName }),
  refusals: ['owner-required'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { name }, { realmId, actor }) {
    if (!actsAsOwner(state, actor)) return refuse({ code: 'owner-required' });
    const previousName = state.realm.name;
    if (name === previousName) return accept([], {});
    return acceptEvent(logStream.realm(realmId), { type: 'RealmRenamed', data: { name, previousName } });
  },
});
