/** The read model `presence`: the newest presence of each user's clients, unless the user hides it. */
import { defineProjection, puts } from '../src/define/projection.ts';
import type { ClientPresence } from '../src/vocabulary/events/ephemeral.ts';
import type { Millis, UserId } from '../src/vocabulary/ids.ts';

type PresenceDocument = {
  readonly realmId: number;
  readonly userId: UserId;
  /** The time of the newest report. */
  readonly at: Millis;
  readonly clients: readonly ClientPresence[];
};

export const presenceDocumentId = (realmId: number, userId: number): string => `${realmId}.${userId}`;

export const presence = defineProjection<PresenceDocument>({
  name: 'presence',
  version: 2,
  indexes: { byTime: ['realmId', 'at'] },
  on: {
    PresenceTold: puts(({ realmId, data: { userId, clients } }) => [
      presenceDocumentId(realmId, userId),
      { realmId, userId, at: clients.at(-1)?.at ?? 0, clients },
    ]),
    NotificationSettingsChanged: {
      apply: ({ realmId, data: { userId, settings } }) =>
        settings.presence_enabled === false ? [{ op: 'remove', id: presenceDocumentId(realmId, userId) }] : [],
    },
  },
});
