/** Limits how often users may have left streams. Each departure is remembered, because it determines which messages they received. */
import { accountable } from '../../src/state/directory.ts';
import { endedIn } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';

export const departuresRefusals = ['left-too-often', 'subscriptions-ended-too-many'] as const;

type Joining = { readonly channelId: ChannelId; readonly name: string; readonly joining: readonly UserId[] };

/** Refuses users who have left so often that they may not be subscribed again. */
export function departuresRefusal(
  { memberships, directory }: Pick<RealmState, 'memberships' | 'directory'>,
  joinings: readonly Joining[],
): RefusalIn<typeof departuresRefusals> | undefined {
  const { inAll, byUser } = memberships.ended;
  // A person and the bots that they made share one limit.
  const ofPerson = new Map<UserId, number>();
  if (inAll >= limits.departuresOfUserMax)
    for (const [userId, count] of byUser) {
      const who = accountable(directory, userId);
      ofPerson.set(who, (ofPerson.get(who) ?? 0) + count);
    }
  for (const { channelId, name, joining } of joinings)
    for (const userId of joining) {
      if (inAll >= limits.departuresInAllMax)
        return { code: 'subscriptions-ended-too-many', max: limits.departuresInAllMax };
      if ((ofPerson.get(accountable(directory, userId)) ?? 0) >= limits.departuresOfUserMax)
        return { code: 'subscriptions-ended-too-many', max: limits.departuresOfUserMax, userId };
      if (endedIn(memberships, channelId, userId) >= limits.departuresMax)
        return { code: 'left-too-often', max: limits.departuresMax, userId, name };
    }
  return undefined;
}
