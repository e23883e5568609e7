/** GET /messages: the messages of a narrow around an anchor. */
import type { MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { NarrowTerm } from '../vocabulary/narrow.ts';
import type { EditEntry, ListedMessage, Matches } from '../wire/message.ts';
import { editHistories, lengthOfEdits } from './edit-history.ts';
import { listedMessage, matchesOf, reactionsOf, shownLength, submessagesOf } from './listed-message.ts';
import { marksOf } from './marks.ts';
import { namesFor } from './message-names.ts';
import type { Direction } from './narrow/cursor.ts';
import { findFirstUnread } from './narrow/first-unread.ts';
import { highlightedTerms } from './narrow/highlighted-terms.ts';
import { resolveNarrow } from './narrow/resolve.ts';
import { type Selection, selectionOf } from './narrow/select.ts';
import { viewing } from './narrow/viewing.ts';
import { realmOf } from './realm.ts';
import { Room } from './room.ts';
import { flagsOf } from './visibility.ts';

/** Greater than every message id. The answer's `anchor` for "newest". */
export const newest = 10_000_000_000_000_000;
/** Less than every message id. */
export const oldest = 0;

/** How many messages have their edit histories read at a time. */
const extrasAtOnce = 50;

export type Asked = {
  readonly realmId: RealmId;
  readonly userId: UserId;
  /** An id between `oldest` and `newest`. No message needs to have it. */
  readonly anchor: number | 'first_unread';
  readonly numBefore: number;
  readonly numAfter: number;
  readonly narrow: readonly NarrowTerm[];
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
};

export type Listing = {
  /** In ascending order. */
  readonly messages: readonly ListedMessage[];
  readonly anchor: number;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
  readonly history_limited: false;
};

/**
 * The messages around an anchor, as many as were requested and as fit into one answer. If some do not fit, those farthest from the anchor
 * are left out, and `found_oldest` or `found_newest` is false. `lookedAt` is called with the number of messages that were read. Throws
 * `Refused` (`narrow-invalid`).
 */
export async function listMessages(
  view: ReadView,
  asked: Asked,
  work: TextWork,
  lookedAt: (count: number) => void = () => undefined,
): Promise<Listing> {
  const { realmId, userId } = asked;
  const resolved = await resolveNarrow(view, realmId, userId, asked.narrow);
  const viewer = await viewing(view, realmId, userId, resolved);
  const anchor =
    (asked.anchor === 'first_unread'
      ? await findFirstUnread(view, realmId, userId, resolved, lookedAt)
      : asked.anchor) ?? newest;
  const { settings } = await realmOf(view, realmId);
  const terms = highlightedTerms(resolved);
  const { before, at, after } = await around(selectionOf(view, viewer, resolved, lookedAt), anchor, asked);
  const extras: ExtrasOf = {
    editsOf: settings.allow_edit_history ? (messages) => editHistories(view, messages) : async () => () => [],
    matchesOf: async (message) => terms && matchesOf(message, terms, work),
    lengthOf: (message) => shownLength(message, asked.applyMarkdown),
  };
  const listedBefore = await withExtras(before, extras);
  const listedAfter = await withExtras(after, extras);
  const { listed: listedAt } = await withExtras(at, extras);
  const listed = [...listedBefore.listed.reverse(), ...listedAt, ...listedAfter.listed];
  const shown = listed.map(({ message }) => message);
  const { names, person } = await namesFor(view, realmId, shown);
  const marked = { ...viewer, marks: await marksOf(view, viewer, shown) };
  return {
    messages: listed.map(({ message, edits, found }) =>
      Object.assign(
        listedMessage(message, names(message), flagsOf(marked, message), asked, edits),
        message.reactions && { reactions: reactionsOf(message.reactions, person) },
        message.submessages && { submessages: submessagesOf(message) },
        found,
      ),
    ),
    anchor,
    found_anchor: listedAt.length > 0,
    found_oldest: before.isEnd && listedBefore.isWhole,
    found_newest: after.isEnd && listedAfter.isWhole,
    history_limited: false,
  };
}

/** Messages on one side of the anchor, the nearest first. */
type Side = {
  readonly messages: readonly MessageDocument[];
  /** Whether there are no more of them. */
  readonly isEnd: boolean;
  /** How many characters an answer has for them. */
  readonly lengthMax: number;
};

/**
 * The message at the anchor is returned in addition to `numBefore` and `numAfter` messages, and does not count against the bound on the
 * answer, because a client continues from a message that it already has. With "newest", only messages before the anchor exist.
 */
async function around(selection: Selection, anchor: number, { numBefore, numAfter, applyMarkdown }: Asked) {
  const [atOldest, atNewest] = [anchor <= oldest, anchor >= newest];
  const lengthMax =
    numBefore > 0 && numAfter > 0 && !atOldest && !atNewest ? limits.answerLengthMax / 2 : limits.answerLengthMax;
  const side = async (direction: Direction, from: number, limit: number): Promise<Side> => {
    const room = new Room(lengthMax);
    const hasRoomFor = (message: MessageDocument) => room.take(shownLength(message, applyMarkdown));
    const messages = await selection.take({ direction, from, limit, hasRoomFor });
    return { messages, isEnd: messages.length < limit && !room.isFull, lengthMax };
  };
  const end: Side = { messages: [], isEnd: true, lengthMax };
  return {
    before: atOldest ? end : await side('descending', atNewest ? Number.POSITIVE_INFINITY : anchor - 1, numBefore),
    at: { ...end, messages: atNewest ? [] : await selection.among([anchor]) },
    after: atNewest ? end : await side('ascending', anchor + 1, numAfter),
  };
}

type Extra = {
  readonly message: MessageDocument;
  readonly edits: readonly EditEntry[];
  readonly found: Matches | undefined;
};

type ExtrasOf = {
  readonly editsOf: (messages: readonly MessageDocument[]) => ReturnType<typeof editHistories>;
  /** Undefined if there is no search. */
  readonly matchesOf: (message: MessageDocument) => Promise<Matches | undefined>;
  readonly lengthOf: (message: MessageDocument) => number;
};

/** Adds edit histories and search results, as long as they fit into the answer too. */
async function withExtras(
  { messages, lengthMax }: Side,
  { editsOf, matchesOf, lengthOf }: ExtrasOf,
): Promise<{ readonly listed: Extra[]; readonly isWhole: boolean }> {
  const room = new Room(lengthMax);
  const listed: Extra[] = [];
  for (let from = 0; from < messages.length; from += extrasAtOnce) {
    const some = messages.slice(from, from + extrasAtOnce);
    const editsIn = await editsOf(some);
    for (const message of some) {
      const [edits, found] = [editsIn(message), await matchesOf(message)];
      const length = lengthOf(message) + lengthOfEdits(edits) + (found?.match_content.length ?? 0);
      if (!room.take(length)) return { listed, isWhole: false };
      listed.push({ message, edits, found });
    }
  }
  return { listed, isWhole: true };
}
