/** Which of those who receive a message are alerted by a word in it. */
import { isSubscribed } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { namedPerEventMax } from '../../src/vocabulary/limits.ts';
import type { Place } from '../../src/vocabulary/places.ts';

/** Ascending; the first ones, if more are alerted than an event may name. Absent if nobody is. */
export function alertedIn(
  state: RealmState,
  place: Place,
  content: string,
  alsoTo: readonly UserId[],
): { alerted?: UserId[] } {
  const receives = (userId: UserId): boolean =>
    place.kind === 'private'
      ? place.userIds.includes(userId)
      : isSubscribed(state.memberships, place.channelId, userId) || alsoTo.includes(userId);
  const alerted = state.alertWords.usersFor(content).filter(receives).slice(0, namedPerEventMax);
  return alerted.length > 0 ? { alerted } : {};
}
