/** Each user's own settings, subscription properties and muted topics. Only values that the user has set are stored. */
import type { StatePart } from '../define/handlers.ts';
import type { DisplaySettings } from '../vocabulary/display-settings.ts';
import type { ChannelId, MessageId, Millis, UserId } from '../vocabulary/ids.ts';
import { isMuteOf, type MutedTopic } from '../vocabulary/muted-topic.ts';
import {
  type NotificationSettings,
  type SubscriptionProperties,
  subscriptionDefaults,
} from '../vocabulary/settings.ts';
import { statusAfter, type UserStatus } from '../vocabulary/user-status.ts';

type Preferences = {
  readonly notifications: Partial<NotificationSettings>;
  readonly display?: Partial<DisplaySettings>;
  readonly subscriptions: ReadonlyMap<ChannelId, Partial<SubscriptionProperties>>;
  readonly muted: readonly MutedTopic[];
  /** The user's status; absent until they set one. */
  readonly status?: UserStatus;
  /** The last e-mail about missed messages: the newest message in it, and its time. */
  readonly emailed?: { readonly upTo: MessageId; readonly at: Millis };
  /** Whether the Welcome Bot has answered the user. */
  readonly welcomeAnswered?: true;
};

type AllPreferences = Map<UserId, Preferences>;

const defaults: Preferences = { notifications: {}, subscriptions: new Map(), muted: [] };

export const preferencesOf = (all: AllPreferences, userId: number): Preferences =>
  all.get(userId as UserId) ?? defaults;

export const subscriptionOf = (preferences: Preferences, channelId: ChannelId): SubscriptionProperties => ({
  ...subscriptionDefaults(channelId),
  ...preferences.subscriptions.get(channelId),
});

export const isTopicMuted = (preferences: Preferences, channelId: ChannelId, topic: string): boolean =>
  mutedAt(preferences, channelId, topic) >= 0;

/** The topic's index among the muted topics; −1 if it is not muted. */
export const mutedAt = (preferences: Preferences, channelId: ChannelId, topic: string): number =>
  preferences.muted.findIndex(isMuteOf({ channelId, topic }));

export const preferencesState: StatePart<AllPreferences> = {
  initial: () => new Map(),
  on: {
    MissedMessagesEmailed: ({ data: { userId, upTo }, metadata: { at } }, all) =>
      change(all, userId, (before) => ({ ...before, emailed: { upTo, at } })),
    WelcomeAnswered: ({ data: { userId } }, all) =>
      change(all, userId, (before) => ({ ...before, welcomeAnswered: true })),
    NotificationSettingsChanged: ({ data: { userId, settings } }, all) =>
      change(all, userId, (before) => ({ ...before, notifications: { ...before.notifications, ...settings } })),
    DisplaySettingsChanged: ({ data: { userId, settings } }, all) =>
      change(all, userId, (before) => ({ ...before, display: { ...before.display, ...settings } })),
    SubscriptionPropertiesChanged({ data: { userId, changes } }, all) {
      change(all, userId, (before) => {
        const subscriptions = new Map(before.subscriptions);
        for (const { channelId, properties } of changes)
          subscriptions.set(channelId, { ...subscriptions.get(channelId), ...properties });
        return { ...before, subscriptions };
      });
    },
    UserStatusChanged: ({ data: { userId, ...status } }, all) =>
      change(all, userId, (before) => ({ ...before, status: statusAfter(before.status ?? {}, status) })),
    UserWordsErased: ({ data: { userId } }, all) => change(all, userId, ({ status: _, ...others }) => others),
    TopicMuted: ({ data: { userId, channelId, topic }, metadata }, all) =>
      change(all, userId, (before) =>
        isTopicMuted(before, channelId, topic)
          ? before
          : { ...before, muted: [...before.muted, { channelId, topic, mutedAt: metadata.at }] },
      ),
    TopicUnmuted({ data: { userId, channelId, topic } }, all) {
      const isMute = isMuteOf({ channelId, topic });
      change(all, userId, (before) => ({ ...before, muted: before.muted.filter((mute) => !isMute(mute)) }));
    },
  },
};

function change(all: AllPreferences, userId: UserId, how: (before: Preferences) => Preferences): void {
  all.set(userId, how(preferencesOf(all, userId)));
}
