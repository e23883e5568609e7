/**
 * The read model `memberships`: one document for each user and each channel that the user is or was subscribed to. It holds the intervals
 * of message ids that the user received there. An interval begins above the ids of all messages that precede the subscription in the log.
 *
 * An erased message must leave no trace here, although intervals may begin or end next to it. So every boundary is kept as low as
 * possible: one above the highest message that is left below it. The ids of erased messages are kept as runs, to know which
 * messages are left.
 */
import { defineProjection, type Operation, type Own, type ReadModel } from '../src/define/projection.ts';
import type { ChannelId, Millis, UserId } from '../src/vocabulary/ids.ts';
import { type Interval, joined, left } from '../src/vocabulary/intervals.ts';

export type MembershipDocument = {
  readonly realmId: number;
  readonly userId: UserId;
  readonly channelId: ChannelId;
  readonly active: boolean;
  /** The channel's id while the user is subscribed, else absent. So the index `byChannel` holds current subscribers only. */
  readonly activeIn?: ChannelId;
  /** The ids of received messages as intervals `[from, to)`, ascending. The last one has no end while the user is subscribed. */
  readonly intervals: readonly Interval[];
  /** When the user left; absent while the user is subscribed. What happens to messages from then on may be hidden from the user. */
  readonly leftAt?: Millis;
  /** All boundaries of `intervals`, without duplicates. */
  readonly edges: readonly number[];
};

/** `edge`: where the interval of a user who subscribes now begins. */
type EdgeDocument = { readonly edge: number };
/** A run of erased message ids, from `first` to `last` inclusive. It is stored twice, under its first and its last id. */
type ErasedDocument = { readonly first: number; readonly last: number };
type Document = MembershipDocument | EdgeDocument | ErasedDocument;

export const membershipDocumentId = (realmId: number, userId: number, channelId: number): string =>
  `${realmId}.${userId}.${channelId}`;

const indexes = {
  /** All channels that a user is or was in. */
  byUser: ['realmId', 'userId', 'channelId'],
  /** The current subscribers of a channel, ordered by their ids. */
  byChannel: ['realmId', 'activeIn', 'userId'],
  /** The memberships with a boundary at a message id. */
  byEdge: ['realmId', 'edges'],
} as const;

/** The read model as queries see it: only the documents of users and channels. */
export const memberships: ReadModel<MembershipDocument> = { name: 'memberships', indexes };

const edgeId = (realmId: number): string => `${realmId}.edge`;
const erasedId = (realmId: number, messageId: number): string => `${realmId}.erased.${messageId}`;

const edgeOf = (own: Own<Document>, realmId: number): number =>
  (own.get(edgeId(realmId)) as EdgeDocument | undefined)?.edge ?? 1;

const put = (id: string, document: Document): Operation<Document> => ({ op: 'put', id, document });

type Membership = Pick<MembershipDocument, 'realmId' | 'userId' | 'channelId'> & {
  readonly leftAt?: Millis | undefined;
};

function withIntervals(
  { realmId, userId, channelId, leftAt }: Membership,
  intervals: readonly Interval[],
): MembershipDocument {
  const active = intervals.at(-1)?.[1] === null;
  const edges = new Set(intervals.flatMap(([from, to]) => (to === null ? [from] : [from, to])));
  return {
    realmId,
    userId,
    channelId,
    active,
    ...(active ? { activeIn: channelId } : {}),
    intervals,
    ...(active || leftAt === undefined ? {} : { leftAt }),
    edges: [...edges],
  };
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

/** Applies `how` (`joined` or `left`) to the intervals of each user. */
function* change(
  { realmId, data: { channelId }, metadata }: ChannelEvent,
  userIds: readonly UserId[],
  own: Own<Document>,
  how: (intervals: readonly Interval[], edge: number) => readonly Interval[],
): Generator<Operation<Document>> {
  for (const userId of new Set(userIds)) {
    const id = membershipDocumentId(realmId, userId, channelId);
    const known = own.get(id) as MembershipDocument | undefined;
    // Whoever was never subscribed leaves no trace: a document tells that its user knows of the channel.
    if (!known && how === left) continue;
    const before = known?.intervals ?? [];
    const leftAt = how === left && known?.active ? metadata.at : known?.leftAt;
    yield put(id, withIntervals({ realmId, userId, channelId, leftAt }, how(before, edgeOf(own, realmId))));
  }
}

/** The document with the boundary `edge` moved down to `to`, without the intervals that become empty. */
function lowered(before: MembershipDocument, edge: number, to: number): MembershipDocument {
  const at = (boundary: number) => (boundary === edge ? to : boundary);
  const intervals = before.intervals
    .map(([from, until]): Interval => [at(from), until === null ? null : at(until)])
    .filter(([from, until]) => until === null || from < until);
  return withIntervals(before, intervals);
}

export const membershipsProjection = defineProjection<Document>({
  name: memberships.name,
  version: 2,
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
            withIntervals({ ...before, leftAt: metadata.at }, left(before.intervals, edgeOf(own, realmId))),
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
      ranges: ({ realmId, data }) => [{ index: 'byEdge', prefix: [realmId, data.messageId + 1] }],
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
          ...(own.ranged as readonly MembershipDocument[]).map((before) =>
            put(membershipDocumentId(realmId, before.userId, before.channelId), lowered(before, messageId + 1, first)),
          ),
        ];
      },
    },
  },
});
