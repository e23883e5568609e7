/** What others told somebody in private messages and mentions, and was not read. */
import type { MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { MessageId, RealmId, UserId } from '../vocabulary/ids.ts';
import { digestMessagesMax } from '../vocabulary/limits.ts';
import { unreadOf } from './unread.ts';
import { reachableMessage } from './visibility.ts';

/** Unread messages that are looked through. */
const lookedThrough = 1_000;

export type Missed = {
  /** How many, of the newest. */
  readonly count: number;
  readonly newest: MessageId;
  /** The newest ones, oldest first. */
  readonly shown: readonly MessageDocument[];
};

/** Those after the message `after`; undefined if there are none. Throws `Refused` (`user-missing`). */
export async function missedMessages(
  view: ReadView,
  realmId: RealmId,
  userId: UserId,
  after: number,
): Promise<Missed | undefined> {
  // What somebody sends with a program is unread for them, too, and nothing that they missed.
  const ofOthers = { kind: 'sender', userId, negated: true } as const;
  const { pms, huddles, mentions } = await unreadOf(view, realmId, userId, lookedThrough, [ofOthers]);
  const listed = [...pms, ...huddles].flatMap(({ unread_message_ids: ids }) => ids);
  const ids = [...new Set([...listed, ...mentions])].filter((id) => id > after).sort((a, b) => a - b) as MessageId[];
  const newest = ids.at(-1);
  if (newest === undefined) return undefined;
  const shown = await Promise.all(
    ids.slice(-digestMessagesMax).map((id) => reachableMessage(view, realmId, userId, id)),
  );
  return { count: ids.length, newest, shown };
}
