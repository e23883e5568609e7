/**
 * The read model `memberships`: one document for each user and each channel that the user is or was subscribed to. It contains the ranges
 * of message ids that the user received there. A range begins above the ids of all messages that precede the subscription in the log. A
 * user who joins and leaves repeatedly has hundreds of ranges. The earlier ones are in separate documents, which are not rewritten.
 *
 * An erased message must leave no trace here, although a range may begin or end next to it. Therefore every bound is one above the highest
 * message below it that still exists. The ids of erased messages are stored as runs, from which the existing ones follow.
 */
import { defineProjection, type Operation, type Own, type ReadModel } from '../src/define/projection.ts';
import type { ChannelId, Millis, UserId } from '../src/vocabulary/ids.ts';
import type { Bounds } from '../src/vocabulary/intervals.ts';

export type MembershipDocument = {
  readonly realmId: number;
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly active: boolean;
  /** The channel's id while the user is subscribed. Otherwise absent, so that the index `byChannel` has only current subscribers. */
  readonly activeIn?: ChannelId;
  /** How many documents contain the earlier ranges. Absent if there are none. */
  readonly parts?: number;
  /** The ranges of ids of received messages. The last one has no end while the user is subscribed. */
  readonly bounds: Bounds;
  /** When the user left. Absent while the user is subscribed. Later changes of messages may be hidden from the user. */
  readonly leftAt?: Millis;
};

/** Earlier ranges of the membership with the id `of`. */
type EarlierDocument = {
  readonly realmId: number;
  readonly of: string;
  readonly part: number;
  readonly bounds: Bounds;
};

export const rangesMax = 16;

/** `edge`: the beginning of a range for a user who subscribes now. */
type EdgeDocument = { readonly edge: number };
/** A run of erased message ids, from `first` to `last` inclusive. It is stored twice, under its first and its last id. */
type ErasedDocument = { readonly first: number; readonly last: number };
type Document = MembershipDocument | EarlierDocument | EdgeDocument | ErasedDocument;

export const membershipDocumentId = (realmId: number, userId: number, channelId: number): string =>
  `${realmId}.${userId}.${channelId}`;
export const earlierDocumentId = (of: string, part: number): string => `${of}.${part}`;

const indexes = {
  /** All channels that a user is or was in. */
  byUser: ['realmId', 'userId', 'channelId'],
  /** The current subscribers of a channel, ordered by their ids. */
  byChannel: ['realmId', 'activeIn', 'userId'],
  /** The documents with a bound at a message id. */
  byBound: ['realmId', 'bounds'],
} as const;

/** The read model as queries see it: only the documents of users and channels. */
export const memberships: ReadModel<MembershipDocument> = { name: 'memberships', indexes };
export const earlierMemberships: ReadModel<EarlierDocument> = { name: 'memberships', indexes };

const edgeId = (realmId: number): string => `${realmId}.edge`;
const erasedId = (realmId: number, messageId: number): string => `${realmId}.erased.${messageId}`;

const edgeOf = (own: Own<Document>, realmId: number): number =>
  (own.get(edgeId(realmId)) as EdgeDocument | undefined)?.edge ?? 1;

const put = (id: string, document: Document): Operation<Document> => ({ op: 'put', id, document });

type Membership = Pick<MembershipDocument, 'realmId' | 'userId' | 'channelId' | 'parts' | 'bounds'> & {
  readonly leftAt?: Millis | undefined;
};

const isOpen = (bounds: Bounds): boolean => bounds.length % 2 === 1;

/** `leftAt` is used only if the last range has ended. */
function documentOf({ realmId, userId, channelId, parts = 0, bounds, leftAt }: Membership): MembershipDocument {
  const active = isOpen(bounds);
  return {
    realmId,
    userId,
    channelId,
    active,
    ...(active ? { activeIn: channelId } : {}),
    ...(parts === 0 ? {} : { parts }),
    bounds,
    ...(active || leftAt === undefined ? {} : { leftAt }),
  };
}

/** Begins a range without an end. Joining twice changes nothing. */
const joined = (bounds: Bounds, from: number): Bounds => (isOpen(bounds) ? bounds : [...bounds, from]);

/** Ends the range. `to`: where the range of a new subscription would begin. An empty range leaves no trace. */
function left(bounds: Bounds, to: number): Bounds {
  if (!isOpen(bounds)) return bounds;
  return (bounds.at(-1) as number) < to ? [...bounds, to] : bounds.slice(0, -1);
}

/** The bounds with `edge` moved down to `to`, without ranges that become empty. */
function lowered(bounds: Bounds, edge: number, to: number): Bounds {
  const moved = bounds.map((bound) => (bound === edge ? to : bound));
  return moved.filter((_, at) => {
    const [from, until] = moved.slice(at - (at % 2), at - (at % 2) + 2);
    return until === undefined || (from as number) < until;
  });
}

type ChannelEvent = {
  readonly realmId: number;
  readonly data: { readonly channelId: ChannelId };
  readonly metadata: { readonly at: Millis };
};

const readsFor = ({ realmId, data }: ChannelEvent, userIds: readonly UserId[]): string[] => [
  edgeId(realmId),
  ...userIds.map((userId) => membershipDocumentId(realmId, userId, data.channelId)),
];

/** Applies `how` (`joined` or `left`) to the ranges of each user. */
function* change(
  { realmId, data: { channelId }, metadata }: ChannelEvent,
  userIds: readonly UserId[],
  own: Own<Document>,
  how: (bounds: Bounds, edge: number) => Bounds,
): Generator<Operation<Document>> {
  for (const userId of new Set(userIds)) {
    const id = membershipDocumentId(realmId, userId, channelId);
    const known = own.get(id) as MembershipDocument | undefined;
    // A user who was never subscribed gets no document, because a document means that its user knows of the channel.
    if (!known && how === left) continue;
    const leftAt = how === left && known?.active ? metadata.at : known?.leftAt;
    let { parts = 0, bounds = [] }: Partial<Membership> = known ?? {};
    if (bounds.length >= 2 * rangesMax && !isOpen(bounds)) {
      yield put(earlierDocumentId(id, parts), { realmId, of: id, part: parts, bounds });
      [parts, bounds] = [parts + 1, []];
    }
    bounds = how(bounds, edgeOf(own, realmId));
    yield put(id, documentOf({ realmId, userId, channelId, parts, bounds, leftAt }));
  }
}

/** The document, with its current or earlier ranges, after one bound was moved down. */
function withLowered(before: MembershipDocument | EarlierDocument, edge: number, to: number): Operation<Document> {
  const bounds = lowered(before.bounds, edge, to);
  return 'of' in before
    ? put(earlierDocumentId(before.of, before.part), { ...before, bounds })
    : put(membershipDocumentId(before.realmId, before.userId, before.channelId), documentOf({ ...before, bounds }));
}

export const membershipsProjection = defineProjection<Document>({
  name: memberships.name,
  version: 3,
  indexes,
  on: {
    ChannelCreated: {
      reads: (event) => readsFor(event, event.data.subscribers),
      apply: (event, own) => change(event, event.data.subscribers, own, joined),
    },
    SubscribersAdded: {
      reads: (event) => readsFor(event, event.data.userIds),
      apply: (event, own) => change(event, event.data.userIds, own, joined),
    },
    SubscribersRemoved: {
      reads: (event) => readsFor(event, event.data.userIds),
      apply: (event, own) => change(event, event.data.userIds, own, left),
    },
    ChannelArchived: {
      reads: ({ realmId }) => [edgeId(realmId)],
      ranges: ({ realmId, data }) => [{ index: 'byChannel', prefix: [realmId, data.channelId] }],
      *apply({ realmId, metadata }, own) {
        for (const before of own.ranged as readonly MembershipDocument[])
          yield put(
            membershipDocumentId(realmId, before.userId, before.channelId),
            documentOf({ ...before, leftAt: metadata.at, bounds: left(before.bounds, edgeOf(own, realmId)) }),
          );
      },
    },
    MessageSent: {
      reads: ({ realmId }) => [edgeId(realmId)],
      apply: ({ realmId, data }, own) => [
        put(edgeId(realmId), { edge: Math.max(edgeOf(own, realmId), data.messageId + 1) }),
      ],
    },
    MessageDeleted: {
      reads: ({ realmId, data }) => [
        edgeId(realmId),
        erasedId(realmId, data.messageId - 1),
        erasedId(realmId, data.messageId + 1),
      ],
      ranges: ({ realmId, data }) => [{ index: 'byBound', prefix: [realmId, data.messageId + 1] }],
      apply: ({ realmId, data: { messageId } }, own) => {
        const erased = (id: number) => own.get(erasedId(realmId, id)) as ErasedDocument | undefined;
        const first = erased(messageId - 1)?.first ?? messageId;
        const last = erased(messageId + 1)?.last ?? messageId;
        const edge = Math.max(edgeOf(own, realmId), messageId + 1);
        const run = { first, last };
        return [
          ...[messageId - 1, messageId + 1]
            .filter((id) => id > first && id < last)
            .map((id): Operation<Document> => ({ op: 'remove', id: erasedId(realmId, id) })),
          ...[...new Set([first, last])].map((id) => put(erasedId(realmId, id), run)),
          put(edgeId(realmId), { edge: edge <= last + 1 ? first : edge }),
          ...(own.ranged as readonly (MembershipDocument | EarlierDocument)[]).map((before) =>
            withLowered(before, messageId + 1, first),
          ),
        ];
      },
    },
  },
});
