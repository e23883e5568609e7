/** Deactivates a person and the bots that they own. Their messages stay. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { botsOf } from '../../src/state/directory.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { owner } from '../../src/vocabulary/roles.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator, actsAsOwner, actsFor } from '../rules/acting.ts';
import { dismissals, withBots } from '../rules/auditors.ts';
import { isOnlyOwner } from '../rules/roles.ts';

export const deactivateUser = defineCommand({
  name: 'deactivate-user',
  /** `own`: whether people deactivate themselves. */
  input: z.object({ userId: idNamed(UserId), own: z.boolean().optional() }),
  refusals: [
    'bot-requests-refused',
    'permission-insufficient',
    'user-missing',
    'user-deactivated',
    'owner-required',
    'last-owner-deactivation',
    'last-owner-leaving',
  ],
  stream: (_input, realmId) => logStream.directory(realmId),
  decide(state, { userId, own = false }, { realmId, actor }) {
    const target = state.directory.accounts.get(userId);
    if (own && target?.bot) return refuse({ code: 'bot-requests-refused' });
    const mayDo = own ? actsFor(actor, userId) : actsAsAdministrator(state, actor);
    if (!mayDo) return refuse({ code: 'permission-insufficient' });
    if (!target || target.bot) return refuse({ code: 'user-missing' });
    if (!target.active) return refuse({ code: 'user-deactivated' });
    if (target.role === owner && !actsAsOwner(state, actor)) return refuse({ code: 'owner-required' });
    if (isOnlyOwner(state, target)) return refuse({ code: own ? 'last-owner-leaving' : 'last-owner-deactivation' });
    const bots = botsOf(state.directory, userId).filter(({ active }) => active);
    const events = [target, ...bots].map(
      (account): DomainEvent => ({ type: 'UserDeactivated', data: { userId: account.userId } }),
    );
    return accept(
      [dismissals(state, withBots(state, userId), 'deactivated'), { stream: logStream.directory(realmId), events }],
      {},
    );
  },
});
