/** Random writes about messages: sent with mentions, edited, moved, deleted, flagged. For `random-writes.ts`. */
import { openChannel } from '../../src/state/channels.ts';
import { isSubscribed } from '../../src/state/memberships.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { received } from '../../src/state/received.ts';
import type { ChannelId, MessageId, UserId } from '../../src/vocabulary/ids.ts';
import type { Given } from './given.ts';
import * as past from './past-events.ts';
import { scheduledEnds, schedules } from './scheduled-writes.ts';
import { avatarChanged, emojiCreated, emojiDeactivated } from './writes.ts';

export type At = { readonly state: RealmState; readonly a: number; readonly b: number; readonly c: number };

export const pick = <T>(list: readonly T[], nth: number): T | undefined => list[nth % Math.max(list.length, 1)];
const readers = [1, 2, 3, 4, 5, 6, 7] as const;

type Placed = { readonly id: number; readonly channelId: ChannelId; readonly topic: string };

/** The messages in streams that are open. */
const placed = ({ topics, channels }: RealmState): Placed[] =>
  [...topics.byChannel].flatMap(([channelId, ofChannel]) =>
    openChannel(channels, channelId)
      ? [...ofChannel].flatMap(([topic, ids]) => ids.map((id) => ({ id: id as number, channelId, topic })))
      : [],
  );

/** The public streams that are open. */
const publicOnes = ({ channels }: RealmState): ChannelId[] =>
  [...channels.byId.keys()].filter((id) => openChannel(channels, id)?.inviteOnly === false);

const content = (mentioned: number | undefined, wildcard: boolean) =>
  past.text('hello', { mentioned: mentioned === undefined ? [] : [mentioned as UserId], wildcard });

const aboutOne = (at: At, how: (one: Placed) => Given[]): Given[] => {
  const one = pick(placed(at.state), at.a);
  return one ? how(one) : [];
};

/** Those that the user received since subscribing. */
const receivedBy = (state: RealmState, userId: number): Placed[] =>
  placed(state).filter(
    ({ id, channelId }) =>
      isSubscribed(state.memberships, channelId, userId) &&
      received(state, channelId, userId as UserId, id as MessageId),
  );

export const messageWrites: readonly ((at: At) => Given[])[] = [
  ({ state, a, b, c }) => {
    const channel = pick(
      [...state.channels.byId.values()].filter(({ channelId }) => openChannel(state.channels, channelId)),
      a,
    );
    if (!channel) return [];
    const id = state.topics.lastMessageId + 1;
    const by = c % 2 === 0 ? 'website' : 'curl';
    const text = content(b % 3 === 0 ? pick(readers, c) : undefined, b % 7 === 0);
    return [
      past.sends(id, pick(readers, b) ?? 1, past.inTopic(channel.channelId, `Topic ${c % 2}`), text, { client: by }),
    ];
  },
  ({ state, a, b, c }) => {
    const id = state.topics.lastMessageId + 1;
    const people = [pick(readers, a), pick(readers, b), c % 2 === 0 ? pick(readers, c) : undefined];
    const place = past.between(...people.filter((one) => one !== undefined));
    return [past.sends(id, people[0] ?? 1, place, content(pick(readers, c), false), { client: 'curl' })];
  },
  (at) =>
    aboutOne(at, ({ id, channelId, topic }) => [
      past.edits(
        id,
        1,
        past.inTopic(channelId, topic),
        content(at.b % 2 === 0 ? pick(readers, at.c) : undefined, false),
        'x',
      ),
    ]),
  (at) =>
    aboutOne(at, ({ id, channelId, topic }) => {
      // A deletion names the files that the message shared.
      const shared = [...at.state.files.byId.values()].filter(({ sharedBy }) => sharedBy.includes(id as MessageId));
      const fileIds = shared.map(({ fileId }) => fileId);
      return [past.deletes(id, 1, past.inTopic(channelId, topic), fileIds)];
    }),
  (at) =>
    aboutOne(at, ({ id, channelId, topic }) => [
      past.moves(
        id,
        { channel: channelId, topic },
        { channel: channelId, topic: `topic ${at.b % 3}` },
        pick(['one', 'later', 'all'] as const, at.c),
      ),
    ]),
  (at) =>
    aboutOne(at, ({ id, channelId, topic }) => {
      const streams = publicOnes(at.state);
      const to = pick(streams, at.b);
      if (to === undefined || to === channelId || !streams.includes(channelId)) return [];
      const which = pick(['one', 'later', 'all'] as const, at.c);
      return [past.moves(id, { channel: channelId, topic }, { channel: to, topic }, which)];
    }),
  ({ state, a, b, c }) => {
    const reader = pick(readers, a) ?? 1;
    const one = pick(receivedBy(state, reader), b);
    if (!one) return [];
    const same = receivedBy(state, reader).filter(({ channelId, id }) => channelId === one.channelId && id <= one.id);
    const ids = c % 3 === 0 ? same.map(({ id }) => id) : [one.id];
    return [past.flagsSet(reader, 'read', ids, { read: { [one.channelId]: ids.map((id) => [id, id] as const) } })];
  },
  ({ state, a, b, c }) => {
    const reader = pick(readers, a) ?? 1;
    const one = pick(receivedBy(state, reader), b);
    return one ? [past.flagsSet(reader, 'starred', [one.id], { op: c % 3 === 0 ? 'remove' : 'add' })] : [];
  },
  ({ state, a, b }) => {
    const { userId, avatar, avatarVersion = 1 } = state.people.byId.get(pick(readers, a) as UserId) ?? {};
    if (userId === undefined || (!avatar && b % 3 === 0)) return [];
    return [avatarChanged(userId, avatarVersion + 1, b % 3 === 0 ? null : `image ${b % 4}`, avatar?.sha256 ?? null)];
  },
  ({ state: { realmEmoji }, a, b, c }) => {
    const [name, id] = pick([...realmEmoji.byName], a) ?? [];
    if (name !== undefined && id !== undefined && b % 2 === 0) return [emojiDeactivated(id, name)];
    return c % 3 > 0 ? [] : [emojiCreated(realmEmoji.byId.size + 1, `emoji${realmEmoji.byId.size}`)];
  },
  ({ state, a, b, c }) => {
    const ended = pick([...state.scheduled.byId.values()], a);
    if (ended && b % 2 === 0) return [scheduledEnds(ended.scheduledId, ended.senderId)];
    return [schedules(state.scheduled.idMax + 1, pick(readers, c) ?? 1, past.between(pick(readers, c) ?? 1))];
  },
  ({ state, a, c }) => {
    const last = state.topics.lastMessageId;
    return c % 4 > 0 || last === 0 ? [] : [past.readsAll(pick(readers, a) ?? 1, last)];
  },
];
