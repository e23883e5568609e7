/** GET /messages: the messages of a narrow around an anchor. */
import type { MessageDocument } from '../../projections/messages.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { TextWork } from '../rendering/text-work.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { NarrowTerm } from '../vocabulary/narrow.ts';
import type { ListedMessage } from '../wire/message.ts';
import { listedMessage, matchesOf } from './listed-message.ts';
import { namesFor } from './message-names.ts';
import { findFirstUnread } from './narrow/first-unread.ts';
import { highlightedTerms } from './narrow/highlighted-terms.ts';
import { channelsConcerned } from './narrow/plan.ts';
import { resolveNarrow } from './narrow/resolve.ts';
import { type Selection, selectionOf } from './narrow/select.ts';
import { flagsOf, viewerOf } from './visibility.ts';

/** Greater than every message id. The answer's `anchor` for "newest". */
export const newest = 10_000_000_000_000_000;
/** Less than every message id. */
export const oldest = 0;

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
  /** Ascending. */
  readonly messages: readonly ListedMessage[];
  readonly anchor: number;
  readonly found_anchor: boolean;
  readonly found_oldest: boolean;
  readonly found_newest: boolean;
  readonly history_limited: false;
};

/** Throws `Refused` (`narrow-invalid`). */
export async function listMessages(view: ReadView, asked: Asked, work: TextWork): Promise<Listing> {
  const { realmId, userId } = asked;
  const resolved = await resolveNarrow(view, realmId, userId, asked.narrow);
  const viewer = await viewerOf(view, realmId, userId, channelsConcerned(resolved));
  const anchor = asked.anchor === 'first_unread' ? await findFirstUnread(view, viewer, resolved) : asked.anchor;
  const { messages: documents, ...found } = await around(selectionOf(view, viewer, resolved), anchor ?? newest, asked);
  const names = await namesFor(view, realmId, documents);
  const messages = documents.map((document) =>
    listedMessage(document, names(document), flagsOf(viewer, document), asked),
  );
  const terms = highlightedTerms(resolved);
  if (terms)
    for (const [at, document] of documents.entries())
      Object.assign(messages[at] as ListedMessage, await matchesOf(document, terms, work));
  return { messages, ...found, history_limited: false };
}

type Found = Omit<Listing, 'messages' | 'history_limited'> & { readonly messages: readonly MessageDocument[] };

/** The message at the anchor is returned in addition to `numBefore` and `numAfter` messages. With "newest" only messages before it exist. */
async function around(
  selection: Selection,
  anchor: number,
  { numBefore, numAfter }: Pick<Asked, 'numBefore' | 'numAfter'>,
): Promise<Found> {
  const [atOldest, atNewest] = [anchor <= oldest, anchor >= newest];
  const before =
    atOldest || numBefore === 0
      ? []
      : await selection.take({
          direction: 'descending',
          from: atNewest ? Number.POSITIVE_INFINITY : anchor - 1,
          limit: numBefore,
        });
  const after = atNewest ? [] : await atAndAfter(selection, anchor, numAfter);
  const later = after.filter(({ messageId }) => messageId > anchor).slice(0, numAfter);
  const at = after.filter(({ messageId }) => messageId === anchor);
  return {
    messages: [...before.reverse(), ...at, ...later],
    anchor,
    found_anchor: at.length > 0,
    found_oldest: atOldest || before.length < numBefore,
    found_newest: atNewest || later.length < numAfter,
  };
}

const atAndAfter = (selection: Selection, anchor: number, numAfter: number): Promise<MessageDocument[]> =>
  numAfter === 0
    ? selection.among([anchor])
    : selection.take({ direction: 'ascending', from: anchor, limit: numAfter + 1 });
