/**
 * Events about one chat stream. Those of its subscribers are in `channel-…`, one log stream per chat stream. Moves and deletions of topics are in
 * `channels-….topics`, one log stream per organization.
 */
import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../ids.ts';

/** Both bounds are inclusive. */
export const IdRange = z.object({ from: MessageId, to: MessageId });

export const channelEvents = {
  SubscribersAdded: z.object({
    channelId: ChannelId,
    userIds: z.array(UserId),
    /** Which users to notify that somebody else subscribed them, and to which streams. On the last event of the request. */
    notify: z.array(z.object({ userIds: z.array(UserId), channelIds: z.array(ChannelId) })).optional(),
  }),
  SubscribersRemoved: z.object({ channelId: ChannelId, userIds: z.array(UserId) }),
  /**
   * An administrator requested the deletion of a topic's messages: of those in `messageIds` now, and later of those in the range of `rest`.
   * Each is deleted by an event of its own.
   */
  TopicDeletionRequested: z.object({
    channelId: ChannelId,
    topic: z.string(),
    messageIds: z.array(MessageId),
    rest: IdRange.optional(),
  }),
  /**
   * Messages of a topic were moved to another topic or channel. The log determines which ones. `one` means only `messageId`. `later` means
   * also messages of the topic with higher ids that come earlier in the log. `all` means every message of the topic that comes earlier in
   * the log.
   */
  TopicMoved: z.object({
    channelId: ChannelId,
    topic: z.string(),
    messageId: MessageId,
    which: z.enum(['one', 'later', 'all']),
    to: z.object({ channelId: ChannelId, topic: z.string(), topicLinks: z.array(z.string()) }),
    /** Whether the Notification Bot posts notices in the old and the new place. */
    noticeOld: z.boolean(),
    noticeNew: z.boolean(),
    /**
     * A move of many messages consists of several events. This one moves the messages with ids in `range`; others are left in the ranges of
     * `rest`. Absent if this event is the whole move.
     */
    part: z.object({ range: IdRange, rest: z.array(IdRange) }).optional(),
  }),
} as const;
