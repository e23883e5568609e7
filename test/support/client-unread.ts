/** How the client model keeps `unread_msgs` and `starred_messages` up to date. */
import type { ClientState, Row, Self } from './client-state.ts';
import { rows } from './client-state.ts';

type Conversation = { readonly unread_message_ids: readonly number[] } & Row;
type Unread = {
  readonly pms: readonly Conversation[];
  readonly streams: readonly Conversation[];
  readonly huddles: readonly Conversation[];
  readonly mentions: readonly number[];
  readonly count: number;
};

/** The state after the event. All other changes of the event have been applied to it already. */
export function withUnread(state: ClientState, event: Row, self: Self): ClientState {
  const starred = state.starred_messages as readonly number[] | undefined;
  const unread = state.unread_msgs as Unread | undefined;
  return {
    ...(starred ? { starred_messages: starredAfter(starred, event) } : {}),
    ...(unread ? { unread_msgs: counted(state, unreadAfter(unread, event, self)) } : {}),
  };
}

const ascending = (ids: Iterable<number>): number[] => [...new Set(ids)].sort((a, b) => a - b);
const deletedBy = ({ message_ids: ids, message_id: id }: Row): readonly number[] =>
  (ids as readonly number[] | undefined) ?? [id as number];

function starredAfter(starred: readonly number[], event: Row): readonly number[] {
  const { type, flag, operation } = event;
  if (type === 'delete_message' || type === 'message_deleted')
    return starred.filter((id) => !deletedBy(event).includes(id));
  if (type !== 'update_message_flags' || flag !== 'starred') return starred;
  const named = event.messages as readonly number[];
  return operation === 'add' ? ascending([...starred, ...named]) : starred.filter((id) => !named.includes(id));
}

function unreadAfter(unread: Unread, event: Row, self: Self): Unread {
  switch (event.type) {
    case 'message': {
      const flags = event.flags as readonly string[];
      return flags.includes('read') ? unread : withMessage(unread, event.message as Row, flags, self);
    }
    case 'update_message': {
      const flags = event.flags as readonly string[];
      if (typeof event.subject === 'string') return moved(unread, event);
      return mentionedIf(unread, event.message_id as number, isMention(flags));
    }
    case 'delete_message':
    case 'message_deleted':
      return without(unread, new Set(deletedBy(event)));
    case 'update_message_flags':
      if (event.flag !== 'read' || event.operation !== 'add') return unread;
      return event.all ? nothingUnread : without(unread, new Set(event.messages as readonly number[]));
    case 'subscription':
    case 'subscriptions': {
      if (event.op !== 'remove') return unread;
      const left = new Set((event.subscriptions as Row[]).map(({ stream_id: id }) => id));
      const gone = unread.streams.filter(({ stream_id: id }) => left.has(id));
      return without(unread, new Set(gone.flatMap(({ unread_message_ids: ids }) => ids)));
    }
    default:
      return unread;
  }
}

const nothingUnread: Unread = { pms: [], streams: [], huddles: [], mentions: [], count: 0 };
const isMention = (flags: readonly string[]): boolean =>
  flags.includes('mentioned') || flags.includes('wildcard_mentioned');

function withMessage(unread: Unread, message: Row, flags: readonly string[], { userId }: Self): Unread {
  const id = message.id as number;
  const mentions = isMention(flags) ? [...unread.mentions, id] : unread.mentions;
  const place = { ...unread, mentions: ascending(mentions) };
  if (message.type === 'stream')
    return inStream(
      place,
      { stream_id: message.stream_id, topic: message.subject as string },
      [id],
      [message.sender_id],
    );
  const people = ascending((message.display_recipient as Row[]).map((person) => person.id as number));
  if (people.length > 2) {
    const key = people.join(',');
    const known = unread.huddles.find(({ user_ids_string: users }) => users === key)?.unread_message_ids ?? [];
    const others = unread.huddles.filter(({ user_ids_string: users }) => users !== key);
    const all = [...others, { user_ids_string: key, unread_message_ids: ascending([...known, id]) }];
    return { ...place, huddles: all.sort((a, b) => (String(a.user_ids_string) < String(b.user_ids_string) ? -1 : 1)) };
  }
  const other = people.find((person) => person !== userId) ?? userId;
  const known = unread.pms.find(({ sender_id: sender }) => sender === other)?.unread_message_ids ?? [];
  const others = unread.pms.filter(({ sender_id: sender }) => sender !== other);
  const all = [...others, { sender_id: other, unread_message_ids: ascending([...known, id]) }];
  return { ...place, pms: all.sort((a, b) => Number(a.sender_id) - Number(b.sender_id)) };
}

type Topic = { readonly stream_id: unknown; readonly topic: string };
const key = ({ stream_id: id, topic }: Topic | Conversation): string => `${id}.${String(topic).toLowerCase()}`;

/** Keeps the senders of all messages that were unread here, because an event does not say who sent a message that is read. */
function inStream(unread: Unread, place: Topic, ids: readonly number[], senders: readonly unknown[]): Unread {
  const known = unread.streams.find((one) => key(one) === key(place));
  const all = ascending([...(known?.unread_message_ids ?? []), ...ids]);
  // A topic is called as in its newest message.
  const topic = known && !ids.includes(all.at(-1) ?? 0) ? known.topic : place.topic;
  const sender_ids = ascending([...((known?.sender_ids as number[]) ?? []), ...(senders as number[])]);
  const streams = [
    ...unread.streams.filter((one) => key(one) !== key(place)),
    { stream_id: place.stream_id, topic, unread_message_ids: all, sender_ids },
  ];
  const order = (a: Row, b: Row) =>
    Number(a.stream_id) - Number(b.stream_id) ||
    (String(a.topic).toLowerCase() < String(b.topic).toLowerCase() ? -1 : 1);
  return { ...unread, streams: streams.sort(order) };
}

/** A client does not know whether messages that were moved to another stream are unread there. */
function moved(unread: Unread, event: Row): Unread {
  const ids = new Set(event.message_ids as readonly number[]);
  if (event.new_stream_id !== undefined) return without(unread, ids);
  const from = unread.streams.filter(({ stream_id: id }) => id === event.stream_id);
  const here = from.flatMap(({ unread_message_ids: all }) => all).filter((id) => ids.has(id));
  if (here.length === 0) return unread;
  const place = { stream_id: event.stream_id, topic: String(event.subject) };
  const left = { ...without(unread, new Set(here)), mentions: unread.mentions };
  return inStream(
    left,
    place,
    here,
    from.flatMap(({ sender_ids: senders }) => senders as number[]),
  );
}

function mentionedIf(unread: Unread, id: number, isMentioned: boolean): Unread {
  const isUnread = [...unread.pms, ...unread.streams, ...unread.huddles].some((one) =>
    one.unread_message_ids.includes(id),
  );
  const others = unread.mentions.filter((one) => one !== id);
  return { ...unread, mentions: isMentioned && isUnread ? ascending([...others, id]) : others };
}

function without(unread: Unread, ids: ReadonlySet<number>): Unread {
  const left = (list: readonly Conversation[]): Conversation[] =>
    list
      .map((one) => ({ ...one, unread_message_ids: one.unread_message_ids.filter((id) => !ids.has(id)) }))
      .filter(({ unread_message_ids: all }) => all.length > 0);
  return {
    ...unread,
    pms: left(unread.pms),
    streams: left(unread.streams),
    huddles: left(unread.huddles),
    mentions: unread.mentions.filter((id) => !ids.has(id)),
  };
}

/** Muted streams and topics do not count. */
function counted(state: ClientState, unread: Unread): Unread {
  const subscriptions = rows(state, 'subscriptions') ?? [];
  const muted = (state.muted_topics ?? []) as readonly (readonly [string, string, number])[];
  const counts = ({ stream_id: id, topic }: Conversation): boolean => {
    const subscription = subscriptions.find(({ stream_id: one }) => one === id);
    const isTopic = muted.some(
      ([name, one]) => name === subscription?.name && one.toLowerCase() === String(topic).toLowerCase(),
    );
    return !isTopic && subscription?.is_muted !== true;
  };
  const all = [...unread.pms, ...unread.huddles, ...unread.streams.filter(counts)];
  return { ...unread, count: all.reduce((sum, one) => sum + one.unread_message_ids.length, 0) };
}

/**
 * The state without these messages, which were moved. Not every user who can read them now got an event for the move, or gets events for later
 * changes (docs/api.md, Flags, and Editing and deleting).
 */
export function withoutMoved(state: ClientState, ids: ReadonlySet<number>): ClientState {
  const starred = state.starred_messages as readonly number[];
  const unread = state.unread_msgs as Unread;
  const left = without(unread, ids);
  const less = counted(state, unread).count - counted(state, left).count;
  return {
    ...state,
    starred_messages: starred.filter((id) => !ids.has(id)),
    unread_msgs: { ...left, count: unread.count - less },
  };
}

/**
 * Without what clients cannot know from events: the senders of the messages of a topic that are still unread, and the case of its name in the
 * newest of them.
 */
export const withoutSenders = (state: ClientState): ClientState => {
  const unread = state.unread_msgs as Unread | undefined;
  if (!unread) return state;
  const streams = unread.streams.map(({ sender_ids: _, topic, ...rest }) => ({
    ...rest,
    topic: String(topic).toLowerCase(),
  }));
  return { ...state, unread_msgs: { ...unread, streams } };
};
