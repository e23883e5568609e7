import { idsOf, type Members, memberSince } from '../../src/state/channel-members.ts';

/** All subscribers with the first message that they receive, by ascending user id. */
export const entriesOf = (members: Members): (readonly [userId: number, from: number])[] =>
  idsOf(members).map((userId) => [userId, Number(memberSince(members, userId))]);
