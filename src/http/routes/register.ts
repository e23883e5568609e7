/** POST /register: opens a queue, and answers the state to which the queue's events add. */
import { z } from 'zod';
import { expireQueue } from '../../../commands/queue/expire-queue.ts';
import { registerQueue } from '../../../commands/queue/register-queue.ts';
import { lastIdAt } from '../../feed/event-ids.ts';
import { registerState } from '../../queries/register-state.ts';
import { countListed } from '../../queries/subscribers.ts';
import { limits } from '../../vocabulary/limits.ts';
import { versionFields } from '../../vocabulary/versions.ts';
import { integrations } from '../../webhooks/incoming/index.ts';
import { type InitialState, stateFields } from '../../wire/registration.ts';
import { versionShape } from '../../wire/server-settings.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { queueIdExample, subscriptionExample } from '../openapi/examples.ts';
import { botKeys } from './shared/bot-keys.ts';
import { openQueue, registrationAliases, registrationParameters, typesToFetch } from './shared/registration.ts';
import { trafficOf } from './shared/subscription-data.ts';

/** How many unread messages the state lists. */
const unreadIn = ({ unread_msgs: unread }: InitialState): number =>
  [...(unread?.pms ?? []), ...(unread?.streams ?? []), ...(unread?.huddles ?? [])].reduce(
    (sum, { unread_message_ids: ids }) => sum + ids.length,
    0,
  );

export const register = defineEndpoint({
  id: 'register',
  route: 'POST /register',
  summary: 'Register an event queue',
  description:
    'Registers an event queue and returns the state of the organization at that moment. Clients apply the events after `last_event_id` to this state to keep it current. The answer has only the keys of the requested types.',
  parameters: z.object(registrationParameters),
  aliases: registrationAliases,
  response: z.object({
    queue_id: z
      .string()
      .nullable()
      .describe('Null under `Verbatim-As-Of` and `Verbatim-As-User`, where there is no queue'),
    last_event_id: z.int().describe('The `last_event_id` of the first poll'),
    ...versionShape,
    ...stateFields,
  }),
  example: {
    queue_id: queueIdExample,
    last_event_id: 24575,
    ...versionFields,
    max_message_id: 42,
    subscriptions: [subscriptionExample],
    unsubscribed: [],
    never_subscribed: [],
  },
  listsMany: (parameters) => typesToFetch(parameters)?.size !== 0,
  holdsKeys: (answer) => 'realm_bots' in answer && Array.isArray(answer.realm_bots) && answer.realm_bots.length > 0,
  commands: [registerQueue, expireQueue],
  handle: async (call, services) => {
    const queueId = services.forAuditor ? null : await openQueue(call, services);
    const { realmId, userId, parameters } = call;
    // The state is read after the queue is in the log, so that no event is lost between the two.
    return services.read(async (view) => {
      let starred = 0;
      const state = await registerState(view, {
        realmId,
        userId,
        types: typesToFetch(parameters),
        clientGravatar: parameters.client_gravatar,
        slimPresence: parameters.slim_presence,
        includeSubscribers: parameters.include_subscribers,
        nullNotifications: parameters.client_capabilities?.notification_settings_null ?? false,
        now: services.now(),
        uri: call.origin(),
        development: services.config.mode === 'development',
        uploads: { fileMibMax: services.config.uploadMibMax, quotaMib: services.config.uploadQuotaMib },
        integrations: integrations.map(({ name }) => name),
        keys: botKeys(services, realmId, userId),
        traffic: trafficOf(services),
        starsLookedUp: (count) => {
          starred = count;
        },
      });
      const { subscriptions, unsubscribed, never_subscribed: never } = state;
      call.charge(
        Math.floor((unreadIn(state) + starred) / limits.unreadPerRequest) +
          Math.floor(countListed(subscriptions, unsubscribed, never) / limits.subscribersPerRequest),
      );
      const position = { queue_id: queueId, last_event_id: lastIdAt(view.checkpoint.position) };
      return { ...state, ...versionFields, ...position };
    });
  },
});
