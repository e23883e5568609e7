/** DELETE /users/me/subscriptions. These decisions and those about subscribing are made one after the other. */
import { z } from 'zod';
import { refuse } from '../../src/define/command.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { Principals, resolvePrincipals, tooManySubscriptions } from '../rules/principals.ts';
import { leaveChannels } from './leave-channels.ts';

export const unsubscribe = defineCommand({
  name: 'unsubscribe',
  input: z.object({ names: z.array(z.string()), principals: Principals.optional() }),
  refusals: ['unsubscribe-others-not-permitted', 'principal-unknown', 'subscriptions-too-many', 'channel-unknown'],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, { names, principals }, { realmId, actor, fingerprint }) {
    const resolved = resolvePrincipals(state, principals, actor, fingerprint);
    const mayOthers = actsAsAdministrator(state, actor);
    // The refusal is the same whether or not the users exist, so that a user without this right does not learn who exists.
    if (!mayOthers && ('refusal' in resolved || resolved.userIds.some((userId) => userId !== actor)))
      return refuse({ code: 'unsubscribe-others-not-permitted' });
    if ('refusal' in resolved) return refuse(resolved.refusal);
    const tooMany = tooManySubscriptions(names.length, resolved.userIds.length);
    if (tooMany) return refuse(tooMany);
    return leaveChannels(state, { names, userIds: resolved.userIds }, { realmId, actor });
  },
});
