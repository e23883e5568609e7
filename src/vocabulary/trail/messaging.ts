/** The trail of streams, messages, reactions, uploaded files, and event queues. */
import { idOfLeaf } from '../events/id-of-leaf.ts';
import { foldCase } from '../fold-case.ts';
import { iso } from '../iso.ts';
import { users } from './organization.ts';
import { notRecorded, type ObjectRef, type Rows } from './row.ts';

const stream = ({ data }: { readonly data: { readonly channelId: number } }): number => data.channelId;
const message = ({ data }: { readonly data: { readonly messageId: number } }): number => data.messageId;
const scheduled = ({ data }: { readonly data: { readonly scheduledId: number } }): number => data.scheduledId;
const file = ({ data }: { readonly data: { readonly fileId: number } }): number => data.fileId;
const queue = ({ data }: { readonly data: { readonly queueId: string } }): string => data.queueId;

/** The id of a topic: its stream, and its name in lower case. */
export const topicId = (channelId: number, topic: string): string => `${channelId}:${foldCase(topic)}`;
const isInRange = (id: number, { from, to }: { readonly from: number; readonly to: number }): boolean =>
  from <= id && id <= to;
const topicOf = (channelId: number, topic: string): ObjectRef => ({ type: 'topic', id: topicId(channelId, topic) });

export const messagingRows = {
  ChannelCreated: {
    action: 'stream.created',
    description: 'A stream was created',
    object: stream,
    also: ({ data }) => users(data.subscribers),
    after: (data) => ({
      name: data.name,
      description: data.description,
      invite_only: data.inviteOnly,
      history_public_to_subscribers: data.historyPublic,
      stream_post_policy: data.postPolicy,
      message_retention_days: data.retentionDays,
      subscribers: data.subscribers,
    }),
    begins: true,
    names: ({ name }) => [name],
  },
  AnnouncementRequested: {
    action: 'stream.announcement_requested',
    description: 'The announcement of new streams was requested',
    object: ({ data }) => data.channelIds[0] ?? 0,
    after: ({ channelIds }) => ({ streams: channelIds }),
    begins: true,
  },
  ChannelRenamed: {
    action: 'stream.renamed',
    description: 'A stream was renamed',
    object: stream,
    after: ({ name }) => ({ name }),
    before: ({ previousName }) => ({ name: previousName }),
    names: ({ name, previousName }) => [name, previousName],
  },
  ChannelDescribed: {
    action: 'stream.described',
    description: 'The description of a stream was changed',
    object: stream,
    after: ({ description }) => ({ description }),
  },
  ChannelPostPolicyChanged: {
    action: 'stream.post_policy_changed',
    description: 'Who may send to a stream was changed',
    object: stream,
    after: ({ postPolicy }) => ({ stream_post_policy: postPolicy }),
  },
  ChannelRetentionChanged: {
    action: 'stream.retention_changed',
    description: 'The retention of the messages of a stream was changed',
    object: stream,
    after: ({ retentionDays }) => ({ message_retention_days: retentionDays }),
  },
  ChannelPrivacyChanged: {
    action: 'stream.privacy_changed',
    description: 'The privacy of a stream was changed',
    object: stream,
    after: ({ inviteOnly, historyPublic }) => ({
      invite_only: inviteOnly,
      history_public_to_subscribers: historyPublic,
    }),
  },
  ChannelArchived: {
    action: 'stream.archived',
    description: 'A stream was archived',
    object: stream,
    after: () => ({ archived: true }),
    before: () => ({ archived: false }),
    names: ({ name }) => [name],
  },
  SubscribersAdded: {
    action: 'stream.subscribers_added',
    description: 'Users were subscribed to a stream',
    object: stream,
    also: ({ data }) => users(data.userIds),
    after: ({ userIds }) => ({ added: userIds }),
    begins: true,
  },
  SubscribersRemoved: {
    action: 'stream.subscribers_removed',
    description: 'Users were unsubscribed from a stream',
    object: stream,
    also: ({ data }) => users(data.userIds),
    before: ({ userIds }) => ({ removed: userIds }),
  },
  TopicDeletionRequested: {
    action: 'topic.deletion_requested',
    description: 'The deletion of a topic was requested',
    object: ({ data }) => topicId(data.channelId, data.topic),
    place: ({ channelId, topic }) => ({ kind: 'channel', channelId, topic }),
    after: ({ messageIds }) => ({ messages: messageIds }),
    begins: true,
  },
  TopicMoved: {
    action: 'topic.moved',
    description: 'Messages were moved to another topic or stream',
    object: ({ data }) => topicId(data.channelId, data.topic),
    // A later part of a move names the message of the request, too, but another part moves that message.
    also: ({ data: { messageId, to, part } }) => [
      topicOf(to.channelId, to.topic),
      ...(part && !isInRange(messageId, part.range) ? [] : [{ type: 'message' as const, id: messageId }]),
    ],
    movesManyFrom: ({ which, channelId, topic }) => (which === 'one' ? undefined : topicId(channelId, topic)),
    place: ({ channelId, topic }) => ({ kind: 'channel', channelId, topic }),
    alsoIn: ({ to: { channelId, topic } }) => ({ kind: 'channel', channelId, topic }),
    after: ({ to, which, messageId }) => ({ stream_id: to.channelId, topic: to.topic, which, message_id: messageId }),
    before: ({ channelId, topic }) => ({ stream_id: channelId, topic }),
    names: ({ to }) => [to.topic],
  },
  MessageSent: {
    action: 'message.sent',
    description: 'A message was sent',
    object: message,
    place: ({ place }) => place,
    after: ({ senderId, text, alsoTo, alerted }) => ({
      sender_id: senderId,
      content: text.content,
      rendered_content: text.html,
      mentioned: text.mentioned,
      wildcard_mentioned: text.wildcard,
      also_to: alsoTo,
      alerted: alerted ?? [],
      files: text.uploads ?? [],
    }),
    begins: true,
    content: ['content', 'rendered_content'],
  },
  MessageEdited: {
    action: 'message.edited',
    description: 'A message was edited',
    object: message,
    place: ({ place }) => place,
    after: ({ text }) => ({ content: text.content, rendered_content: text.html }),
    before: ({ previous }) => ({ content: previous.content, rendered_content: previous.html }),
    content: ['content', 'rendered_content'],
  },
  SubmessageAdded: {
    action: 'message.submessage_added',
    description: 'A submessage was added to a message',
    object: message,
    place: ({ place }) => place,
    after: ({ number, userId, msgType, content }) => ({ number, user_id: userId, msg_type: msgType, content }),
    begins: true,
    content: ['content'],
  },
  MessageDeleted: {
    action: 'message.deleted',
    description: 'A message was deleted',
    object: message,
    place: ({ place }) => place,
    after: ({ leaves }) => ({ deleted: true, erased_events: leaves.map(idOfLeaf) }),
    before: ({ senderId, sentAt }) => ({ sender_id: senderId, sent_at: iso(sentAt) }),
  },
  ReactionAdded: {
    action: 'message.reaction_added',
    description: 'A reaction was added to a message',
    object: message,
    place: ({ place }) => place,
    after: ({ userId, emoji }) => ({ user_id: userId, emoji_name: emoji.name, emoji_code: emoji.code }),
    begins: true,
  },
  ReactionRemoved: {
    action: 'message.reaction_removed',
    description: 'A reaction was removed from a message',
    object: message,
    place: ({ place }) => place,
    before: ({ userId, emoji }) => ({ user_id: userId, emoji_name: emoji.name, emoji_code: emoji.code }),
  },
  FileUploaded: {
    action: 'file.uploaded',
    description: 'A file was uploaded',
    object: file,
    after: ({ userId, name, type, size, sha256 }) => ({
      user_id: userId,
      name,
      type,
      size,
      sha256,
      // The address is left out, because it would lead to the file.
      path_id: null,
    }),
    begins: true,
    names: ({ name }) => [name],
  },
  FileDeleted: {
    action: 'file.deleted',
    description: 'An uploaded file was deleted',
    object: file,
    after: ({ leaves }) => ({ deleted: true, erased_events: leaves.map(idOfLeaf) }),
    before: ({ userId, uploadedAt }) => ({ user_id: userId, uploaded_at: iso(uploadedAt) }),
  },
  MessageScheduled: {
    action: 'scheduled_message.scheduled',
    description: 'A message was scheduled',
    object: scheduled,
    place: ({ place }) => place,
    after: ({ senderId, content, deliverAt, reminder }) => ({
      sender_id: senderId,
      content,
      reminder,
      deliver_at: iso(deliverAt),
    }),
    begins: true,
    content: ['content'],
  },
  ScheduledMessageClaimed: {
    action: 'scheduled_message.claimed',
    description: 'A scheduled message is due: it is sent, or its author gets a notice that it is not',
    object: scheduled,
    also: ({ data }) => [{ type: 'message', id: data.messageId }],
    after: ({ messageId, obstacle }) => ({ message_id: messageId, obstacle: obstacle ?? null }),
    begins: true,
  },
  ScheduledMessageEnded: {
    action: 'scheduled_message.ended',
    description: 'A scheduled message was sent, could not be sent, or was cancelled',
    object: scheduled,
    also: ({ data: { messageId, senderId } }) => [
      ...(messageId === undefined ? [] : [{ type: 'message' as const, id: messageId }]),
      ...users([senderId]),
    ],
    after: ({ outcome, messageId, obstacle, leaves }) => ({
      outcome,
      message_id: messageId ?? null,
      obstacle: obstacle ?? null,
      erased_events: leaves.map(idOfLeaf),
    }),
    before: ({ senderId, scheduledAt }) => ({
      sender_id: senderId,
      scheduled_at: iso(scheduledAt),
    }),
  },
  EventQueueRegistered: {
    action: 'queue.registered',
    description: 'A client registered an event queue',
    object: queue,
    also: ({ data }) => users([data.userId]),
    after: ({ userId, options }) => ({
      user_id: userId,
      apply_markdown: options.applyMarkdown,
      client_gravatar: options.clientGravatar,
      all_public_streams: options.allPublicStreams,
      bulk_message_deletion: options.bulkMessageDeletion,
      event_types: options.eventTypes,
      wire_names: options.wireNames,
      slim_presence: options.slimPresence ?? false,
      narrow: options.narrow,
      queue_lifespan_secs: options.lifespanSecs,
    }),
    begins: true,
  },
  EventQueueTouched: notRecorded,
  EventQueueDeleted: { action: 'queue.deleted', description: 'A client ended its event queue', object: queue },
  EventQueueExpired: {
    action: 'queue.expired',
    description: 'An event queue ended because nobody polled it',
    object: queue,
  },
  RequestClaimed: notRecorded,
  SchedulingClaimed: notRecorded,
  PolicyStarted: notRecorded,
  PolicyActionClaimed: notRecorded,
  PolicyActionFinished: notRecorded,
  TypingTold: notRecorded,
  PresenceTold: notRecorded,
} satisfies Rows;
