/** GET /users/me/subscriptions (spec, Subscriptions and streams). */
import { z } from 'zod';
import { realmOf, userOf } from '../../queries/realm.ts';
import { subscriptionsOf } from '../../queries/subscriptions.ts';
import { SubscriptionProperties } from '../../vocabulary/settings.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { boolean } from '../request/parameters.ts';
import { trafficOf } from './shared/traffic.ts';
import { streamFields } from './stream-fields.ts';

export const listSubscriptions: AnyEndpoint = defineEndpoint({
  method: 'GET',
  path: '/users/me/subscriptions',
  summary: 'Streams that the caller is subscribed to, with what they set on each',
  section: 'GET /api/v1/users/me/subscriptions',
  access: 'user',
  tagged: true,
  parameters: z.object({ include_subscribers: boolean().default(false) }),
  response: z.object({
    subscriptions: z.array(
      z.object({
        ...streamFields,
        ...SubscriptionProperties.shape,
        in_home_view: z.boolean(),
        email_address: z.string(),
        stream_weekly_traffic: z.int().nullable(),
        subscribers: z.array(z.int()).optional(),
      }),
    ),
  }),
  refusals: [],
  handle: ({ realmId, userId, parameters }, services) =>
    services.read(async (view) => ({
      subscriptions: await subscriptionsOf({
        view,
        realmId,
        realm: await realmOf(view, realmId),
        user: await userOf(view, realmId, userId),
        includeSubscribers: parameters.include_subscribers,
        now: services.now(),
        traffic: trafficOf(services),
      }),
    })),
});
