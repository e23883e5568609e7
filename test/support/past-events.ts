/** Short functions for past events of realm 1, for `recorded`, `projectAll` and `given`. */
import type { PostPolicy } from '../../src/vocabulary/events/channels.ts';
import type { RenderedText } from '../../src/vocabulary/events/message.ts';
import type { Metadata } from '../../src/vocabulary/events/metadata.ts';
import type { Emoji } from '../../src/vocabulary/events/reactions.ts';
import { type IdSpans, spansOf } from '../../src/vocabulary/id-spans.ts';
import type { ChannelId, FileId, MessageId, QueueId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { FlagToSet } from '../../src/vocabulary/message-flags.ts';
import { type Place, participants } from '../../src/vocabulary/places.ts';
import type { BotType, Role } from '../../src/vocabulary/roles.ts';
import { type Given, happened, realmId } from './given.ts';
import { text } from './text.ts';

export { text };

const userIds = (ids: readonly number[]) => ids as UserId[];

export const founded = (): Given =>
  happened(logStream.realm(realmId), 'RealmCreated', {
    realmId,
    subdomain: 'test',
    name: 'Test',
    description: '',
    renderedDescription: '',
    emailDomain: 'test.example',
  });

/** A user was created: `user<id>@test.example`, called `User <id>`. */
export function newUser(id: number, { role = 400 as Role, bot }: { role?: Role; bot?: BotType } = {}): Given[] {
  const userId = id as UserId;
  const email = `user${id}@test.example`;
  return [
    happened(logStream.person(realmId, userId), 'PersonDescribed', {
      userId,
      fullName: `User ${id}`,
      email,
      timezone: '',
    }),
    happened(logStream.directory(realmId), 'UserCreated', {
      userId,
      role,
      addressFingerprint: `fp:${email}`,
      bot: bot === undefined ? null : { type: bot, ownerId: 1 as UserId },
    }),
  ];
}

/** A person is described, but another process was faster, so that the log refuses the account. */
export const withdrawn = (id: number): Given[] => [
  ...newUser(id).slice(0, 1),
  happened(logStream.person(realmId, id as UserId), 'EventsWithdrawn', { leaves: [] }),
];

export const opened = (
  id: number,
  name: string,
  subscribers: readonly number[],
  {
    inviteOnly = false,
    historyPublic,
    postPolicy = 1,
  }: { inviteOnly?: boolean; historyPublic?: boolean; postPolicy?: PostPolicy } = {},
): Given =>
  happened(logStream.channels(realmId), 'ChannelCreated', {
    channelId: id as ChannelId,
    name,
    description: '',
    renderedDescription: '',
    inviteOnly,
    historyPublic: historyPublic ?? !inviteOnly,
    postPolicy,
    retentionDays: null,
    creatorId: 1 as UserId,
    subscribers: userIds(subscribers),
  });

export const archived = (id: number, name: string): Given =>
  happened(logStream.channels(realmId), 'ChannelArchived', { channelId: id as ChannelId, name });

export const joins = (channel: number, ...ids: number[]): Given =>
  happened(logStream.channel(realmId, channel as ChannelId), 'SubscribersAdded', {
    channelId: channel as ChannelId,
    userIds: userIds(ids),
  });

export const leaves = (channel: number, ...ids: number[]): Given =>
  happened(logStream.channel(realmId, channel as ChannelId), 'SubscribersRemoved', {
    channelId: channel as ChannelId,
    userIds: userIds(ids),
  });

export const inTopic = (channel: number, topic: string): Place => ({
  kind: 'channel',
  channelId: channel as ChannelId,
  topic,
});

export const between = (...ids: number[]): Place => ({ kind: 'private', userIds: participants(userIds(ids)) });

export const sends = (
  id: number,
  sender: number,
  place: Place,
  what: RenderedText | string = `message ${id}`,
  {
    alsoTo = [],
    alerted,
    readBy,
    ...metadata
  }: Partial<Metadata> & { alsoTo?: readonly number[]; alerted?: readonly number[]; readBy?: number } = {},
): Given =>
  happened(
    logStream.message(realmId, id as MessageId),
    'MessageSent',
    {
      messageId: id as MessageId,
      senderId: sender as UserId,
      place,
      text: typeof what === 'string' ? text(what) : what,
      topicLinks: [],
      alsoTo: userIds(alsoTo),
      ...(alerted && { alerted: userIds(alerted) }),
      ...(readBy && { readBy: readBy as UserId }),
    },
    { actor: sender as UserId, ...metadata },
  );

export const edits = (
  id: number,
  sender: number,
  place: Place,
  what: RenderedText | string,
  previous: string,
  metadata: Partial<Metadata> = {},
): Given =>
  happened(
    logStream.message(realmId, id as MessageId),
    'MessageEdited',
    {
      messageId: id as MessageId,
      senderId: sender as UserId,
      place,
      text: typeof what === 'string' ? text(what) : what,
      previous: { content: previous, html: `<p>${previous}</p>`, rendererVersion: 1 },
    },
    { actor: sender as UserId, ...metadata },
  );

export const deletes = (id: number, sender: number, place: Place, uploads: readonly number[] = []): Given =>
  happened(logStream.message(realmId, id as MessageId), 'MessageDeleted', {
    messageId: id as MessageId,
    senderId: sender as UserId,
    place,
    sentAt: 1,
    ...(uploads.length > 0 && { uploads: uploads as FileId[] }),
    leaves: [],
  });

/** A user adds the submessage with this number to message `id`. */
export const submessaged = (
  id: number,
  number: number,
  by: number,
  place: Place,
  content = '{"vote":1}',
  at?: number,
): Given =>
  happened(
    logStream.message(realmId, id as MessageId),
    'SubmessageAdded',
    { messageId: id as MessageId, number, userId: by as UserId, place, msgType: 'widget', content },
    { actor: by as UserId, ...(at === undefined ? {} : { at }) },
  );

/** A user reacts to message `id`, or takes the reaction `back`. */
export const reacts = (
  id: number,
  by: number,
  place: Place,
  emoji: Emoji,
  { back = false, at }: { back?: boolean; at?: number } = {},
): Given =>
  happened(
    logStream.emoji(realmId, id as MessageId),
    back ? 'ReactionRemoved' : 'ReactionAdded',
    { messageId: id as MessageId, place, userId: by as UserId, emoji },
    { actor: by as UserId, ...(at === undefined ? {} : { at }) },
  );

/** A move of messages of one topic, made on message `id` by user `by`. */
export const moves = (
  id: number,
  from: { channel: number; topic: string },
  to: { channel: number; topic: string },
  which: 'one' | 'later' | 'all' = 'one',
  metadata: Partial<Metadata> = { actor: 1 as UserId },
): Given =>
  happened(
    logStream.topics(realmId),
    'TopicMoved',
    {
      channelId: from.channel as ChannelId,
      topic: from.topic,
      messageId: id as MessageId,
      which,
      to: { channelId: to.channel as ChannelId, topic: to.topic, topicLinks: [] },
      noticeOld: false,
      noticeNew: false,
    },
    metadata,
  );

/** The user flags these messages. `read`: the recorded read spans by channel; 0: private messages. */
export const flagsSet = (
  user: number,
  flag: FlagToSet,
  ids: readonly number[],
  { op = 'add' as 'add' | 'remove', read }: { op?: 'add' | 'remove'; read?: Readonly<Record<number, IdSpans>> } = {},
): Given =>
  happened(logStream.user(realmId, user as UserId), 'MessageFlagsChanged', {
    userId: user as UserId,
    op,
    flag,
    messages: [...spansOf(ids)],
    ...(read && {
      read: Object.entries(read).map(([channel, spans]) => ({
        channelId: channel === '0' ? null : (Number(channel) as ChannelId),
        spans: [...spans],
      })),
    }),
  });

export const readsAll = (user: number, last: number, first = 1, unread?: readonly number[]): Given =>
  happened(logStream.user(realmId, user as UserId), 'AllMessagesRead', {
    userId: user as UserId,
    spans: [[first, last]],
    ...(unread && { unread: [...spansOf(unread)] }),
  });

export const mutes = (user: number, channel: number, topic: string, at?: number): Given =>
  happened(
    logStream.user(realmId, user as UserId),
    'TopicMuted',
    { userId: user as UserId, channelId: channel as ChannelId, topic },
    at === undefined ? {} : { at },
  );

export const mutesChannel = (user: number, channel: number): Given =>
  happened(logStream.user(realmId, user as UserId), 'SubscriptionPropertiesChanged', {
    userId: user as UserId,
    changes: [{ channelId: channel as ChannelId, properties: { is_muted: true } }],
  });

/** A client of the user registers a queue for all events. */
export const listens = (user: number, queueId: string): Given =>
  happened(logStream.queue(realmId, queueId as QueueId), 'EventQueueRegistered', {
    queueId: queueId as QueueId,
    userId: user as UserId,
    options: {
      applyMarkdown: true,
      clientGravatar: false,
      allPublicStreams: false,
      bulkMessageDeletion: true,
      eventTypes: null,
      wireNames: false,
      narrow: [],
      lifespanSecs: 600,
    },
  });
