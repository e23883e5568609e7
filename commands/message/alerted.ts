/** Finds the receivers of a message who are alerted by a word in it. */
import { isSubscribed } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { receives } from '../../src/state/received.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Place } from '../../src/vocabulary/places.ts';

/** Ascending ids. If more users are alerted than an event may name, the first ones. Absent if nobody is alerted. */
export function alertedIn(
  state: RealmState,
  place: Place,
  content: string,
  alsoTo: readonly UserId[],
): { alerted?: UserId[] } {
  const isReceiver = (userId: UserId): boolean =>
    receives(state, userId) &&
    (place.kind === 'private'
      ? place.userIds.includes(userId)
      : isSubscribed(state.memberships, place.channelId, userId) || alsoTo.includes(userId));
  const alerted = state.alertWords.usersFor(content).filter(isReceiver).slice(0, limits.namedPerEventMax);
  return alerted.length > 0 ? { alerted } : {};
}
