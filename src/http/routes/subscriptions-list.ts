/** GET /users/me/subscriptions. */
import { z } from 'zod';
import { realmOf, userOf } from '../../queries/realm.ts';
import { countListed } from '../../queries/subscribers.ts';
import { subscriptionsOf } from '../../queries/subscriptions.ts';
import { limits } from '../../vocabulary/limits.ts';
import { Subscription } from '../../wire/subscription.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { subscriptionExample } from '../openapi/examples.ts';
import { boolean } from '../request/parameters.ts';
import { trafficOf } from './shared/traffic.ts';

export const listSubscriptions: AnyEndpoint = defineEndpoint({
  id: 'getSubscriptions',
  method: 'GET',
  path: '/users/me/subscriptions',
  tag: 'Subscriptions',
  summary: "List the caller's subscriptions",
  description:
    'Returns the streams to which the caller is subscribed, by name, with the properties of each subscription.',
  tagged: true,
  listsMany: () => true,
  parameters: z.object({
    include_subscribers: described(boolean().default(false), 'Whether to add the ids of the subscribers.', true),
  }),
  response: z.object({ subscriptions: z.array(Subscription) }),
  example: { subscriptions: [subscriptionExample] },
  handle: ({ realmId, userId, parameters, charge }, services) =>
    services.read(async (view) => {
      const subscriptions = await subscriptionsOf({
        view,
        realmId,
        realm: await realmOf(view, realmId),
        user: await userOf(view, realmId, userId),
        includeSubscribers: parameters.include_subscribers,
        now: services.now(),
        traffic: trafficOf(services),
      });
      charge(Math.floor(countListed(subscriptions) / limits.subscribersPerRequest));
      return { subscriptions };
    }),
});
