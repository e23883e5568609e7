/** Events of `user-…`, one log stream per user: their own settings, mutes and subscription properties; whether a bot's server answers. */
import { z } from 'zod';
import { ChannelId, UserId } from '../ids.ts';
import { NotificationSettings, SubscriptionProperties } from '../settings.ts';

export const userEvents = {
  NotificationSettingsChanged: z.object({ userId: UserId, settings: NotificationSettings.partial() }),
  SubscriptionPropertiesChanged: z.object({
    userId: UserId,
    changes: z.array(z.object({ channelId: ChannelId, properties: SubscriptionProperties.partial() })),
  }),
  TopicMuted: z.object({ userId: UserId, channelId: ChannelId, topic: z.string() }),
  TopicUnmuted: z.object({ userId: UserId, channelId: ChannelId, topic: z.string() }),
  /** The server of an outgoing-webhook bot could not be reached, `failures` times in a row. It is not called before `restsUntil`. */
  BotServerFailed: z.object({ userId: UserId, failures: z.int().positive(), restsUntil: z.int() }),
  /** It answered after failures. */
  BotServerAnswered: z.object({ userId: UserId }),
} as const;
