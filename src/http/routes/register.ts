/** POST /register: a queue, and the state from which its events go on (api-facts §3.1). */
import { z } from 'zod';
import { lastIdAt } from '../../feed/event-ids.ts';
import { registerState } from '../../queries/register-state.ts';
import { versionFields } from '../../vocabulary/versions.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { botKeys } from './shared/bot-keys.ts';
import { openQueue, registrationAliases, registrationParameters, typesToFetch } from './shared/registration.ts';
import { trafficOf } from './shared/traffic.ts';

export const register: AnyEndpoint = defineEndpoint({
  method: 'POST',
  path: '/register',
  summary: 'Open an event queue and get the state that its events go on from',
  section: 'api-facts §3.1',
  access: 'user',
  parameters: z.object(registrationParameters),
  aliases: registrationAliases,
  response: z.looseObject({
    queue_id: z.string(),
    last_event_id: z.int(),
    zulip_version: z.string(),
    zulip_feature_level: z.int(),
    service_version: z.string(),
    service_feature_level: z.int(),
  }),
  refusals: [],
  handle: async (call, services) => {
    const queueId = await openQueue(call, services);
    const { realmId, userId, parameters } = call;
    // The state is read after the queue stands in the log, so that nothing falls between the two.
    return services.read(async (view) => ({
      ...(await registerState(view, {
        realmId,
        userId,
        types: typesToFetch(parameters),
        clientGravatar: parameters.client_gravatar,
        includeSubscribers: parameters.include_subscribers,
        nullNotifications: parameters.client_capabilities?.notification_settings_null ?? false,
        now: services.now(),
        uri: call.origin,
        development: services.config.mode === 'development',
        keys: botKeys(services, realmId),
        traffic: trafficOf(services),
      })),
      ...versionFields,
      queue_id: queueId,
      last_event_id: lastIdAt(view.checkpoint.position),
    }));
  },
});
