/** POST /users/me/subscriptions/properties: a subscriber's display and notification settings of a stream. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { isSubscribed } from '../../src/state/memberships.ts';
import { preferencesOf, subscriptionOf } from '../../src/state/preferences.ts';
import { ChannelId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { SubscriptionProperties } from '../../src/vocabulary/settings.ts';
import { defineCommand } from '../define-command.ts';
import { actsFor } from '../rules/acting.ts';
import { differing } from '../rules/differing.ts';
import { propertiesChanged } from '../rules/properties-changed.ts';

export const changeSubscriptionProperties = defineCommand({
  name: 'change-subscription-properties',
  /** If a stream is named more than once, the last value of each property counts. */
  input: z.object({
    userId: UserId,
    changes: z.array(z.object({ channelId: ChannelId, properties: SubscriptionProperties.partial() })),
  }),
  refusals: ['permission-insufficient', 'not-subscribed'],
  stream: ({ userId }, realmId) => logStream.user(realmId, userId),
  decide(state, { userId, changes }, { realmId, actor }) {
    if (!actsFor(actor, userId)) return refuse({ code: 'permission-insufficient' });
    const wanted = new Map<ChannelId, Partial<SubscriptionProperties>>();
    for (const { channelId, properties } of changes) {
      if (!isSubscribed(state.memberships, channelId, userId)) return refuse({ code: 'not-subscribed', channelId });
      wanted.set(channelId, { ...wanted.get(channelId), ...properties });
    }
    const preferences = preferencesOf(state.preferences, userId);
    const changed = [...wanted]
      .map(([channelId, properties]) => ({
        channelId,
        properties: differing(properties, subscriptionOf(preferences, channelId)),
      }))
      .filter(({ properties }) => Object.keys(properties).length > 0);
    return accept([{ stream: logStream.user(realmId, userId), events: propertiesChanged(userId, changed) }], {});
  },
});
