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
  /** The user set a flag of messages, or took it from them. */
  MessageFlagsChanged: z.object({
    userId: UserId,
    op: z.enum(['add', 'remove']),
    flag: FlagToSet,
    /** The messages. */
    messages: z.array(IdSpan),
    /**
     * With the flag `read`: what is read, or unread, by stream; null: private messages. The ids between two messages that follow each other
     * in a stream belong to neither, so that spans may hold them, and whoever reads a stream through has one span of it.
     */
    read: z.array(z.object({ channelId: ChannelId.nullable(), spans: z.array(IdSpan) })).optional(),
  }),
  /** Everything with these ids is read, wherever it stands: all messages up to the newest one, but those on their way to the log. */
  AllMessagesRead: z.object({ userId: UserId, spans: z.array(IdSpan) }),
  /** An e-mail was about to be sent of unread messages up to this one. */
  MissedMessagesEmailed: z.object({ userId: UserId, upTo: MessageId }),
  /** The Welcome Bot was about to answer the first message that the user wrote to it. */
  WelcomeAnswered: z.object({ userId: UserId }),
  /** A wrong password was given for the account. */
  SignInFailed: z.object({ userId: UserId }),
  /** The server of an outgoing-webhook bot could not be reached, `failures` times in a row. It is not called before `restsUntil`. */
  BotServerFailed: z.object({ userId: UserId, failures: z.int().positive(), restsUntil: z.int() }),
  /** It answered after failures. */
  BotServerAnswered: z.object({ userId: UserId }),
} as const;
