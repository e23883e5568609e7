/**
 * The index scans that find the messages of a narrow. The union of the places contains every message of the narrow. Each filter is also a
 * union of scans. A message of the narrow is in all of `filters`. It is also in all of `filtersNow`, unless it is in `changed`. A plan may
 * find too many messages, but never too few: every found document is checked against the conditions.
 */
import { everyScope, flagged, privateScope } from '../../../projections/flags.ts';
import { everyone } from '../../../projections/messages.ts';
import { limits } from '../../vocabulary/limits.ts';
import { readIn } from '../marks.ts';
import { seesPublic } from '../realm.ts';
import { type MarkedViewer, mayReadHistory, receives, type Viewer } from '../visibility.ts';
import type { Condition, Resolved, Subject } from './condition.ts';
import type { Scan } from './cursor.ts';
import { scanWithin } from './scan-within.ts';

export type Plan = {
  readonly places: readonly Scan[];
  /** Whether places are intersected with the filters. `never`: a message of the narrow may be in none of the places. */
  readonly use: 'if-few' | 'always' | 'never';
  readonly filters: readonly (readonly Scan[])[];
  /** Filters whose indexes contain the current state of messages. A message in `changed` may be missing from them. */
  readonly filtersNow: readonly (readonly Scan[])[];
  readonly changed: readonly Scan[];
  /** If present, no other message can match, and places and filters are not used. */
  readonly ids?: readonly number[];
  /** Channels whose messages are found even if the user did not receive them. */
  readonly openHistory: ReadonlySet<number>;
};

type Kind = Subject['kind'];
type Of<K extends Kind> = Extract<Condition, { kind: K }>;

const positive = <K extends Kind>({ conditions }: Resolved, kind: K): Of<K>[] =>
  conditions.filter((condition): condition is Of<K> => condition.kind === kind && !condition.negated);

/** The channels whose memberships are needed to evaluate the narrow for the viewer. */
export function channelsConcerned(resolved: Resolved): readonly number[] | 'all' {
  const named = positive(resolved, 'channel').map(({ channel }) => channel.channelId);
  if (named.length > 0) return named;
  return isPrivate(resolved) ? [] : 'all';
}

export function planFor(viewer: MarkedViewer, resolved: Resolved): Plan {
  const openHistory = openHistoryOf(viewer, resolved);
  const ids = positive(resolved, 'message').map(({ messageId }) => messageId);
  return {
    places: [...channelPlaces(viewer, resolved, openHistory), ...privatePlaces(viewer, resolved)],
    // A starred message may be in a channel whose messages the user has not received.
    use: isStarred(resolved) ? 'never' : isUnread(resolved) ? 'always' : 'if-few',
    filters: filtersOf(viewer, resolved),
    filtersNow: filtersNowOf(viewer, resolved),
    changed: changedIn(viewer, viewer.left.keys()),
    ...(ids.length > 0 ? { ids: ids.slice(0, 1) } : {}),
    openHistory,
  };
}

const isStarred = (resolved: Resolved): boolean => positive(resolved, 'starred').length > 0;
const isUnread = (resolved: Resolved): boolean => positive(resolved, 'unread').length > 0;

const isPrivate = (resolved: Resolved): boolean =>
  resolved.conditions.some(({ kind, negated }) => !negated && ['private', 'conversation', 'group'].includes(kind));

const isInChannel = (resolved: Resolved): boolean =>
  resolved.conditions.some(
    ({ kind, negated }) =>
      (!negated && ['channel', 'public', 'topic'].includes(kind)) || (negated && kind === 'private'),
  );

/** A narrow to a channel, or to the public channels, also finds messages that the viewer did not receive but may read. */
function openHistoryOf(viewer: Viewer, resolved: Resolved): ReadonlySet<number> {
  if (resolved.receivedOnly) return new Set();
  const named = positive(resolved, 'channel').filter(({ channel }) => mayReadHistory(viewer, channel));
  const publicChannels = seesPublic(viewer.user) ? positive(resolved, 'public') : [];
  return new Set([
    ...named.map(({ channel }) => channel.channelId),
    ...publicChannels.flatMap(({ channelIds }) => [...channelIds]),
  ]);
}

function channelPlaces(viewer: MarkedViewer, resolved: Resolved, openHistory: ReadonlySet<number>): Scan[] {
  if (isPrivate(resolved)) return [];
  const { realmId, user } = viewer;
  const named = positive(resolved, 'channel').map(({ channel }) => channel.channelId as number);
  const excluded = resolved.conditions.flatMap((condition) =>
    condition.kind === 'channel' && condition.negated ? [condition.channel.channelId as number] : [],
  );
  const muted = positive(resolved, 'home').flatMap((condition) => [...condition.muted.channelIds]);
  const omitted = new Set([...excluded, ...muted]);
  const publicIds = positive(resolved, 'public').map(({ channelIds }) => channelIds);
  const candidates = new Set(named.length > 0 ? named.slice(0, 1) : [...viewer.memberships.keys(), ...openHistory]);
  const topic = positive(resolved, 'topic')[0];
  const index = topic ? 'byTopic' : 'byChannel';
  const places = [...candidates]
    .filter((channelId) => !omitted.has(channelId) && publicIds.every((channelIds) => channelIds.has(channelId)))
    .flatMap((channelId): Scan[] => {
      const prefix = topic ? [realmId, channelId, topic.topicKey] : [realmId, channelId];
      if (openHistory.has(channelId)) return [{ index, prefix }];
      const received = receives(viewer) ? (viewer.memberships.get(channelId)?.intervals ?? []) : [];
      // Messages that the user has left behind count as read.
      const intervals = received.filter(([, to]) => to === null || !isUnread(resolved));
      const scan: Scan = { index, prefix, ...skipped(viewer, resolved, channelId) };
      const scans: Scan[] = [scan, ...(topic ? changedIn(viewer, [channelId]) : [])];
      return scans.flatMap((scan) => scanWithin(scan, intervals) ?? []);
    });
  if (user.bot !== null && receives(viewer))
    places.push({ index: 'byAlsoTo', prefix: [realmId, user.userId], ...skipped(viewer, resolved, everyScope) });
  return places;
}

/** If only unread messages are wanted, read messages are skipped. */
const skipped = ({ marks }: MarkedViewer, resolved: Resolved, scope: number): Pick<Scan, 'skip'> =>
  isUnread(resolved) ? { skip: readIn(marks.read, scope) } : {};

function privatePlaces(viewer: MarkedViewer, resolved: Resolved): Scan[] {
  if (isInChannel(resolved) || !receives(viewer)) return [];
  const { realmId, user } = viewer;
  const conversation = positive(resolved, 'conversation')[0]?.conversation;
  const skip = skipped(viewer, resolved, privateScope);
  if (conversation !== undefined) return [{ index: 'byConversation', prefix: [realmId, conversation], ...skip }];
  return [{ index: 'byParticipant', prefix: [realmId, user.userId], ...skip }];
}

/** The changed messages of channels that the viewer has left. The viewer sees an earlier state of them than the indexes contain. */
const changedIn = ({ realmId, left }: Viewer, channelIds: Iterable<number>): Scan[] =>
  [...channelIds].filter((id) => left.has(id)).map((id) => ({ index: 'byChanged', prefix: [realmId, id] }));

function filtersOf({ realmId, user }: Viewer, resolved: Resolved): Scan[][] {
  return [
    ...positive(resolved, 'sender').map(({ userId }) => [{ index: 'bySender', prefix: [realmId, userId] }]),
    ...positive(resolved, 'group').map(({ userId }) => [{ index: 'byParticipant', prefix: [realmId, userId] }]),
    ...positive(resolved, 'starred').map(() => [
      { model: flagged, index: 'byFlag', prefix: [realmId, user.userId, 'starred'] },
    ]),
  ];
}

function filtersNowOf({ realmId, user }: Viewer, resolved: Resolved): Scan[][] {
  const words = new Set(positive(resolved, 'search').flatMap(({ search }) => search.words));
  return [
    ...positive(resolved, 'mentioned').map(() =>
      [user.userId, everyone].map((id) => ({ index: 'byMention', prefix: [realmId, id] })),
    ),
    ...positive(resolved, 'alerted').map(() => [{ index: 'byAlerted', prefix: [realmId, user.userId] }]),
    ...positive(resolved, 'attribute').map(({ attribute }) => [{ index: 'byAttribute', prefix: [realmId, attribute] }]),
    ...longestOf(words).map((word) => [{ index: 'byWord', prefix: [realmId, word] }]),
  ];
}

/** The longest words, because they are rare and exclude most messages. */
const longestOf = (words: ReadonlySet<string>): string[] =>
  words.size <= limits.wordsInIndexMax
    ? [...words]
    : [...words].sort((a, b) => b.length - a.length).slice(0, limits.wordsInIndexMax);
