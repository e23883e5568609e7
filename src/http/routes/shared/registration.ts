/** Registering an event queue, by POST /register or by a GET /events without a queue (spec, Events; api-facts §3.1, §0.2a). */
import { z } from 'zod';
import { registerQueue } from '../../../../commands/queue/register-queue.ts';
import type { Call } from '../../../define/endpoint.ts';
import { canonicalType } from '../../../feed/type-names.ts';
import type { QueueOptions } from '../../../vocabulary/events/queue.ts';
import type { QueueId } from '../../../vocabulary/ids.ts';
import {
  eventTypeLengthMax,
  eventTypesMax,
  queueLifespanSecsMax,
  queueNarrowOperandLengthMax,
  queueNarrowTermsMax,
} from '../../../vocabulary/limits.ts';
import { queueNarrowOperators } from '../../../vocabulary/narrow.ts';
import { boolean, integer, json } from '../../request/parameters.ts';
import type { Services } from '../../services.ts';
import { byCaller } from './by-caller.ts';

const typeNames = z.array(z.string().max(eventTypeLengthMax)).max(eventTypesMax);

const operator = z.enum(queueNarrowOperators, {
  error: ({ input }) => (typeof input === 'string' ? `Operator ${input} not supported.` : undefined),
});
const narrow = z.array(z.tuple([operator, z.string().max(queueNarrowOperandLengthMax)])).max(queueNarrowTermsMax);

/** Every value is a boolean; names that nobody knows are allowed. */
const capabilities = z.object({ notification_settings_null: z.boolean() }).catchall(z.boolean());

/** Parameters of a registration, in the order in which their faults are told. */
export const registrationParameters = {
  apply_markdown: boolean().default(false),
  client_gravatar: boolean().default(false),
  slim_presence: boolean().default(false),
  all_public_streams: json(z.boolean().nullable()).default(null),
  include_subscribers: boolean().default(false),
  client_capabilities: json(capabilities).optional(),
  event_types: json(typeNames.nullable()).optional(),
  fetch_event_types: json(typeNames.nullable()).optional(),
  narrow: json(narrow).default([]),
  queue_lifespan_secs: integer(z.int().nonnegative()).default(0),
};

/** The other name of `client_gravatar`. */
export const registrationAliases = { client_avatarhost: 'client_gravatar' } as const;

const Registration = z.object(registrationParameters);
export type Registration = z.output<typeof Registration>;

/**
 * Opens a queue for the caller. Types come by the wire's names to clients of that family, which say so by their name or by
 * sending `event_types=null` as text.
 */
export async function openQueue(call: Call<Registration>, services: Services): Promise<QueueId> {
  const { parameters } = call;
  const lifespanSecs = parameters.queue_lifespan_secs || services.config.queueIdleSecs;
  const options: QueueOptions = {
    applyMarkdown: parameters.apply_markdown,
    clientGravatar: parameters.client_gravatar,
    allPublicStreams: parameters.all_public_streams ?? false,
    bulkMessageDeletion: parameters.client_capabilities?.bulk_message_deletion ?? false,
    eventTypes: parameters.event_types ?? null,
    wireNames: call.client.startsWith('Zulip') || parameters.event_types === null,
    narrow: parameters.narrow,
    lifespanSecs: Math.min(lifespanSecs, queueLifespanSecsMax),
  };
  const { result } = await services.run(registerQueue, { options }, byCaller(call));
  return result.queueId;
}

/** Which initial data is wanted, by canonical names: `fetch_event_types`, else `event_types`; null: all there is. */
export function typesToFetch({ event_types, fetch_event_types }: Registration): ReadonlySet<string> | null {
  const names = fetch_event_types ?? event_types ?? null;
  return names === null ? null : new Set(names.map(canonicalType));
}
