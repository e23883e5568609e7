/**
 * Sweeps what has expired: event queues that nobody polls, invitations with which nobody can join any more, exports for review, old
 * messages, and people whose account could not be created.
 */
import { endExport } from '../../commands/export/end-export.ts';
import { endInvitation } from '../../commands/invitation/end-invitation.ts';
import { expireQueue } from '../../commands/queue/expire-queue.ts';
import { withdrawPerson } from '../../commands/user/withdraw-person.ts';
import { resultOf } from '../audit/held-deletions.ts';
import { retentionCheck } from '../audit/retention.ts';
import { retentionRuns } from '../audit/retention-runs.ts';
import { conservativeClock } from '../engine/clocks.ts';
import { orderByService } from '../engine/decide/by-service.ts';
import type { Engine } from '../engine/engine.ts';
import type { Logger } from '../engine/logger.ts';
import { foundTwice, type SweeperDependencies, sweeper } from '../engine/sweeper.ts';
import type { EventQueues } from '../queues/event-queues.ts';
import { expiredExports } from '../state/exports.ts';
import { spentInvitations } from '../state/invitations.ts';
import { peopleWithoutAccount } from '../state/people.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { erasablePages } from './erasure.ts';

/** `steady`: a steady clock. `every`: the timer of all sweepers. */
type SweepersParts = {
  readonly steady: () => Millis;
  readonly logger: Logger;
  readonly every?: SweeperDependencies<never>['every'];
};

/** The returned `stop` resolves when no sweep is under way. */
export function sweepersOf(
  { state, executor, read }: Pick<Engine, 'state' | 'executor' | 'read'>,
  queues: Pick<EventQueues, 'idle'>,
  { steady, logger, every }: SweepersParts,
): { stop(): Promise<unknown> } {
  const ending = <T>(of: Omit<SweeperDependencies<T>, 'every' | 'logger'>) => sweeper({ ...of, every, logger });
  const ofQueues = ending({
    idle: () => queues.idle(),
    expire: async ({ realmId, queueId, revision }) => {
      await executor.execute(expireQueue, { queueId, revision }, orderByService(realmId));
    },
    trouble: 'an idle queue was not expired',
    facts: ({ queueId: queue }) => ({ queue }),
  });
  const certain = conservativeClock(steady);
  const ofInvitations = ending({
    idle: () => spentInvitations(state, certain()),
    expire: async ({ realmId, invitationId }) => {
      await executor.execute(endInvitation, { invitationId, asOf: certain() }, orderByService(realmId));
    },
    trouble: 'an invitation was not ended',
    facts: ({ invitationId: invitation }) => ({ invitation }),
  });
  const ofExports = ending({
    idle: () => expiredExports(state, certain()),
    expire: async ({ realmId, exportId }) => {
      const input = { exportId, cause: 'expired' as const, asOf: certain() };
      resultOf(await executor.execute(endExport, input, orderByService(realmId)));
    },
    trouble: 'an export did not expire',
    facts: ({ exportId: exported }) => ({ export: exported }),
  });
  const runs = retentionRuns({
    state,
    executor,
    isAnythingDue: retentionCheck(erasablePages({ state, read })),
    now: certain,
  });
  const ofRetention = ending({
    idle: () => runs.maybeDue(),
    expire: (one) => runs.beginIfDue(one),
    trouble: 'a retention run was not begun',
    facts: ({ realmId: realm, scope: stream }) => ({ realm, stream }),
  });
  // Another process may be about to create the account.
  const withoutAccount = foundTwice(
    () => peopleWithoutAccount(state),
    ({ realmId, userId }) => `${realmId}.${userId}`,
  );
  const ofPeople = ending({
    idle: withoutAccount,
    expire: async ({ realmId, userId }) => {
      resultOf(await executor.execute(withdrawPerson, { userId }, orderByService(realmId)));
    },
    trouble: 'a person without an account was not withdrawn',
    facts: ({ realmId: realm, userId: user }) => ({ realm, user }),
  });
  const all = [ofQueues, ofInvitations, ofExports, ofRetention, ofPeople];
  return { stop: () => Promise.all(all.map((one) => one.stop())) };
}
