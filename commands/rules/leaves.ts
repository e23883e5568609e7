/** Limits how often users may have left streams. Each departure is remembered, because it determines which messages they received. */
import { accountable } from '../../src/state/directory.ts';
import { endedIn } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';

export const leavesRefusals = ['left-too-often', 'subscriptions-ended-too-many'] as const;

type Joining = { readonly channelId: ChannelId; readonly name: string; readonly joining: readonly UserId[] };

/** Undefined if none of these users has left so often that they may not be subscribed again. */
export function leavesRefusal(
  { memberships, directory }: Pick<RealmState, 'memberships' | 'directory'>,
  joinings: readonly Joining[],
): RefusalIn<typeof leavesRefusals> | undefined {
  const { inAll, byUser } = memberships.ended;
  // A person and the bots that they made share one limit.
  const ofPerson = new Map<UserId, number>();
  if (inAll >= limits.leavesOfUserMax)
    for (const [userId, count] of byUser) {
      const who = accountable(directory, userId);
      ofPerson.set(who, (ofPerson.get(who) ?? 0) + count);
    }
  for (const { channelId, name, joining } of joinings)
    for (const userId of joining) {
      if (inAll >= limits.leavesInAllMax) return { code: 'subscriptions-ended-too-many', max: limits.leavesInAllMax };
      if ((ofPerson.get(accountable(directory, userId)) ?? 0) >= limits.leavesOfUserMax)
        return { code: 'subscriptions-ended-too-many', max: limits.leavesOfUserMax, userId };
      if (endedIn(memberships, channelId, userId) >= limits.leavesMax)
        return { code: 'left-too-often', max: limits.leavesMax, userId, name };
    }
  return undefined;
}
