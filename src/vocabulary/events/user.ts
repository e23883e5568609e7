/**
 * Events of `user-…`, one log stream per user: their own settings, muted topics and subscription properties, and whether a bot's server
 * answers.
 */
import { z } from 'zod';
import { DisplaySettings } from '../display-settings.ts';
import { IdSpan } from '../id-spans.ts';
import { ChannelId, MessageId, UserId } from '../ids.ts';
import { FlagToSet } from '../message-flags.ts';
import { NotificationSettings, SubscriptionProperties } from '../settings.ts';

export const userEvents = {
  NotificationSettingsChanged: z.object({ userId: UserId, settings: NotificationSettings.partial() }),
  DisplaySettingsChanged: z.object({ userId: UserId, settings: DisplaySettings.partial() }),
  SubscriptionPropertiesChanged: z.object({
    userId: UserId,
    changes: z.array(z.object({ channelId: ChannelId, properties: SubscriptionProperties.partial() })),
  }),
  TopicMuted: z.object({ userId: UserId, channelId: ChannelId, topic: z.string() }),
  TopicUnmuted: z.object({ userId: UserId, channelId: ChannelId, topic: z.string() }),
  /** The user set a flag of messages, or removed it. */
  MessageFlagsChanged: z.object({
    userId: UserId,
    op: z.enum(['add', 'remove']),
    flag: FlagToSet,
    messages: z.array(IdSpan),
    /**
     * For the flag `read`: the read or unread spans by stream, or null for private messages. Ids between two consecutive messages of a
     * stream belong to neither message, so that spans may include them. So a user who reads a whole stream has a single span for it.
     */
    read: z.array(z.object({ channelId: ChannelId.nullable(), spans: z.array(IdSpan) })).optional(),
  }),
  /**
   * Everything with these ids is read in every place: all messages up to the newest one, except those that may still be on their way to the
   * log. `unread`: the messages in `spans` that were unread. Messages that reach the log between the request and this event are not in `spans` and
   * stay unread. Absent in events of earlier versions.
   */
  AllMessagesRead: z.object({ userId: UserId, spans: z.array(IdSpan), unread: z.array(IdSpan).optional() }),
  /** An e-mail about unread messages up to this one was about to be sent. */
  MissedMessagesEmailed: z.object({ userId: UserId, upTo: MessageId }),
  /** The Welcome Bot was about to answer the user's first message to it. */
  WelcomeAnswered: z.object({ userId: UserId }),
  /** A wrong password was given for the account. */
  SignInFailed: z.object({ userId: UserId }),
  /** The server of an outgoing-webhook bot could not be reached, `failures` times in a row. It is not called before `restsUntil`. */
  BotServerFailed: z.object({ userId: UserId, failures: z.int().positive(), restsUntil: z.int() }),
  /** The server answered after failures. */
  BotServerAnswered: z.object({ userId: UserId }),
} as const;
