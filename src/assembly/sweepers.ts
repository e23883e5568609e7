/**
 * Sweeps what has expired: event queues that nobody polls, invitations with which nobody can join any more,
 * exports for review, and old messages.
 */
import { alignBotRoles } from '../../commands/bot/align-bot-roles.ts';
import { endExport } from '../../commands/export/end-export.ts';
import { endInvitation } from '../../commands/invitation/end-invitation.ts';
import { expireQueue } from '../../commands/queue/expire-queue.ts';
import { beginRetention } from '../../commands/retention/begin-retention.ts';
import { resultOf } from '../audit/held-deletions.ts';
import { RetentionCheck } from '../audit/retention.ts';
import { RetentionRuns } from '../audit/retention-runs.ts';
import { conservativeClock } from '../engine/clocks.ts';
import type { Order } from '../engine/decide/executor.ts';
import type { Engine } from '../engine/engine.ts';
import type { Logger } from '../engine/logger.ts';
import { BotRoles } from '../engine/react/bot-roles.ts';
import { Sweeper } from '../engine/sweeper.ts';
import type { EventQueues } from '../queues/event-queues.ts';
import { expiredExports } from '../state/exports.ts';
import { spentInvitations } from '../state/invitations.ts';
import type { Millis, RealmId } from '../vocabulary/ids.ts';
import { erasablePages } from './erasure.ts';

/** Keeps the bots of guests in the role of a guest. It follows the log from its `start` on. */
export const botRolesOf = (
  { state, executor }: Pick<Engine, 'state' | 'executor'>,
  internal: (realmId: RealmId) => Order,
  logger: Logger,
): BotRoles =>
  new BotRoles({ state, align: (realmId) => executor.execute(alignBotRoles, {}, internal(realmId)), logger });

/** `internal`: an order of the service itself. `steady`: a steady clock. */
type SweepersParts = {
  readonly internal: (realmId: RealmId) => Order;
  readonly steady: () => Millis;
  readonly logger: Logger;
};

/** The returned `stop` resolves when no sweep is under way. */
export function sweepersOf(
  { state, executor, read }: Pick<Engine, 'state' | 'executor' | 'read'>,
  queues: Pick<EventQueues, 'idle'>,
  { internal, steady, logger }: SweepersParts,
): { stop(): Promise<unknown> } {
  const ofQueues = new Sweeper({
    idle: () => queues.idle(),
    expire: async ({ realmId, queueId, revision }) => {
      await executor.execute(expireQueue, { queueId, revision }, internal(realmId));
    },
    trouble: 'an idle queue was not expired',
    facts: ({ queueId: queue }) => ({ queue }),
    logger,
  });
  const certain = conservativeClock(steady);
  const ofInvitations = new Sweeper({
    idle: () => spentInvitations(state, certain()),
    expire: async ({ realmId, invitationId }) => {
      await executor.execute(endInvitation, { invitationId, asOf: certain() }, internal(realmId));
    },
    trouble: 'an invitation was not ended',
    facts: ({ invitationId: invitation }) => ({ invitation }),
    logger,
  });
  const ofExports = new Sweeper({
    idle: () => expiredExports(state, certain()),
    expire: async ({ realmId, exportId }) => {
      const input = { exportId, cause: 'expired' as const, asOf: certain() };
      resultOf(await executor.execute(endExport, input, internal(realmId)));
    },
    trouble: 'an export did not expire',
    facts: ({ exportId: exported }) => ({ export: exported }),
    logger,
  });
  const check = new RetentionCheck(erasablePages({ state, read }));
  const runs = new RetentionRuns({
    state,
    isAnythingDue: (realm, scope, until) => check.isAnythingDue(realm, scope, until),
    begin: (realmId, scope, asOf) =>
      executor.execute(beginRetention, { channelId: scope || null, asOf }, internal(realmId)),
    now: certain,
  });
  const ofRetention = new Sweeper({
    idle: () => runs.maybeDue(),
    expire: (one) => runs.beginIfDue(one),
    trouble: 'a retention run was not begun',
    facts: ({ realmId: realm, scope: stream }) => ({ realm, stream }),
    logger,
  });
  const all = [ofQueues, ofInvitations, ofExports, ofRetention];
  return { stop: () => Promise.all(all.map((sweeper) => sweeper.stop())) };
}
