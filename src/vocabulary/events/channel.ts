/** Events of `channel-…`, one log stream per chat stream: who is in it, and what moved within it. */
import { z } from 'zod';
import { ChannelId, MessageId, UserId } from '../ids.ts';

/** Both ends belong to it. */
export const IdRange = z.object({ from: MessageId, to: MessageId });

export const channelEvents = {
  SubscribersAdded: z.object({
    channelId: ChannelId,
    userIds: z.array(UserId),
    /** Whom to tell that somebody else subscribed them, and to what; on the last event of the request. */
    notify: z.array(z.object({ userIds: z.array(UserId), channelIds: z.array(ChannelId) })).optional(),
  }),
  SubscribersRemoved: z.object({ channelId: ChannelId, userIds: z.array(UserId) }),
  /**
   * An administrator wants the messages of a topic deleted: those of `messageIds` now, and those that are left in the range of `rest`
   * afterwards. Each is deleted by an event of its own.
   */
  TopicDeletionRequested: z.object({
    channelId: ChannelId,
    topic: z.string(),
    messageIds: z.array(MessageId),
    rest: IdRange.optional(),
  }),
  /**
   * Messages of a topic took another topic or channel. Which ones is said by the log: `one` is `messageId` alone, `later` it and
   * those of the topic with higher ids that stand earlier in the log, `all` every one that stands earlier in the log.
   */
  TopicMoved: z.object({
    channelId: ChannelId,
    topic: z.string(),
    messageId: MessageId,
    which: z.enum(['one', 'later', 'all']),
    to: z.object({ channelId: ChannelId, topic: z.string(), topicLinks: z.array(z.string()) }),
    /** Whether the Notification Bot says so in the old and the new place. */
    noticeOld: z.boolean(),
    noticeNew: z.boolean(),
    /**
     * A move of many messages is several events. This one is about the messages with ids in `range`; in the ranges of `rest` further
     * ones are left. Absent: the move is this event alone.
     */
    part: z.object({ range: IdRange, rest: z.array(IdRange) }).optional(),
  }),
} as const;
