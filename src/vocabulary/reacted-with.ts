/** The reactions to a message in the form of its document: by emoji, with the users who reacted. */
import type { Emoji } from './events/reactions.ts';
import type { Millis, UserId } from './ids.ts';

/** An emoji in the reactions to a message, with the users and the times of their reactions, in that order. */
export type ReactedWith = Emoji & { readonly userIds: readonly UserId[]; readonly since: readonly Millis[] };

const isEmoji =
  ({ code, type }: Emoji) =>
  (other: Emoji): boolean =>
    other.code === code && other.type === type;

/** The reactions without that of one user with one emoji. */
export function reactionsWithout(
  reactions: readonly ReactedWith[],
  emoji: Emoji,
  userId: UserId,
): readonly ReactedWith[] {
  const isIt = isEmoji(emoji);
  return reactions.flatMap((one) => {
    const at = isIt(one) ? one.userIds.indexOf(userId) : -1;
    if (at < 0) return [one];
    if (one.userIds.length === 1) return [];
    return [{ ...one, userIds: one.userIds.toSpliced(at, 1), since: one.since.toSpliced(at, 1) }];
  });
}

/** The reactions with one more. Adding the same reaction twice has no further effect. */
export function reactionsWith(
  reactions: readonly ReactedWith[],
  emoji: Emoji,
  userId: UserId,
  at: Millis,
): readonly ReactedWith[] {
  const before = reactionsWithout(reactions, emoji, userId);
  const isIt = isEmoji(emoji);
  if (!before.some(isIt)) return [...before, { ...emoji, userIds: [userId], since: [at] }];
  return before.map((one) =>
    isIt(one) ? { ...one, userIds: [...one.userIds, userId], since: [...one.since, at] } : one,
  );
}
