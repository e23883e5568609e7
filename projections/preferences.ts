/** The read model `preferences`: one document for each user with the user's own settings. Settings that were never changed are absent. */
import { changesOf, defineProjection } from '../src/define/projection.ts';
import type { DisplaySettings } from '../src/vocabulary/display-settings.ts';
import { foldCase } from '../src/vocabulary/fold-case.ts';
import type { UserId } from '../src/vocabulary/ids.ts';
import { isMuteOf, type MutedTopic } from '../src/vocabulary/muted-topic.ts';
import type { NotificationSettings, SubscriptionProperties } from '../src/vocabulary/settings.ts';

export type PreferencesDocument = {
  readonly realmId: number;
  readonly userId: UserId;
  readonly notifications: Partial<NotificationSettings>;
  readonly display?: Partial<DisplaySettings>;
  /** Maps a channel id to the user's settings of the subscription. The settings are kept after unsubscribing. */
  readonly subscriptions: Readonly<Record<string, Partial<SubscriptionProperties>>>;
  /** In the order in which they were added. Absent until the first one. */
  readonly alertWords?: readonly string[];
  /** In the order in which they were muted. */
  readonly muted: readonly MutedTopic[];
};

export const preferencesDocumentId = (realmId: number, userId: number): string => `${realmId}.${userId}`;

export const noPreferences = (realmId: number, userId: UserId): PreferencesDocument => ({
  realmId,
  userId,
  notifications: {},
  subscriptions: {},
  muted: [],
});

const changes = changesOf<
  PreferencesDocument,
  | 'NotificationSettingsChanged'
  | 'DisplaySettingsChanged'
  | 'SubscriptionPropertiesChanged'
  | 'TopicMuted'
  | 'TopicUnmuted'
  | 'AlertWordsChanged'
>(
  ({ realmId, data }) => preferencesDocumentId(realmId, data.userId),
  ({ realmId, data }) => noPreferences(realmId, data.userId),
);

export const preferences = defineProjection<PreferencesDocument>({
  name: 'preferences',
  version: 2,
  indexes: {},
  on: {
    NotificationSettingsChanged: changes(({ data }, { notifications }) => ({
      notifications: { ...notifications, ...data.settings },
    })),
    DisplaySettingsChanged: changes(({ data }, { display }) => ({ display: { ...display, ...data.settings } })),
    SubscriptionPropertiesChanged: changes(({ data }, before) => {
      const subscriptions = { ...before.subscriptions };
      for (const { channelId, properties } of data.changes)
        subscriptions[channelId] = { ...subscriptions[channelId], ...properties };
      return { subscriptions };
    }),
    TopicMuted: changes(({ data, metadata }, { muted }) =>
      muted.some(isMuteOf(data))
        ? {}
        : { muted: [...muted, { channelId: data.channelId, topic: data.topic, mutedAt: metadata.at }] },
    ),
    AlertWordsChanged: changes(({ data: { added, removed } }, { alertWords = [] }) => {
      const gone = new Set(removed.map(foldCase));
      return { alertWords: [...alertWords.filter((word) => !gone.has(foldCase(word))), ...added] };
    }),
    UserWordsErased: {
      reads: ({ realmId, data }) => [preferencesDocumentId(realmId, data.userId)],
      // The document is written in any case, so that a fold without the erased events gives the same result.
      apply({ realmId, data: { userId } }, own) {
        const id = preferencesDocumentId(realmId, userId);
        const { alertWords: _, ...document } = own.get(id) ?? noPreferences(realmId, userId);
        return [{ op: 'put', id, document }];
      },
    },
    TopicUnmuted: changes(({ data }, { muted }) => {
      const isMute = isMuteOf(data);
      return { muted: muted.filter((mute) => !isMute(mute)) };
    }),
  },
});
