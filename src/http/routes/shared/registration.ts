/** Registers an event queue, by POST /register or by a GET /events without a queue. */
import { z } from 'zod';
import { expireQueue } from '../../../../commands/queue/expire-queue.ts';
import { registerQueue } from '../../../../commands/queue/register-queue.ts';
import type { Call } from '../../../define/endpoint.ts';
import { canonicalType } from '../../../feed/type-names.ts';
import { shownDefaults } from '../../../state/bot-defaults.ts';
import type { RealmState } from '../../../state/realm-state.ts';
import type { QueueOptions } from '../../../vocabulary/events/queue.ts';
import type { QueueId, UserId } from '../../../vocabulary/ids.ts';
import { limits } from '../../../vocabulary/limits.ts';
import { queueNarrowOperators, queueNarrowStates } from '../../../vocabulary/narrow.ts';
import { Refused } from '../../../vocabulary/refusals.ts';
import { described } from '../../openapi/described.ts';
import { boolean, integer, json } from '../../request/parameters.ts';
import type { ServicesRunning } from '../../services.ts';

const typeNames = z.array(z.string().max(limits.eventTypeLengthMax)).max(limits.eventTypesMax);

const operator = z.enum(queueNarrowOperators, {
  error: ({ input }) => (typeof input === 'string' ? `Operator ${input} not supported.` : undefined),
});
const states: ReadonlySet<string> = new Set(queueNarrowStates);
/** An unknown state would match nothing, so that a misspelled one would make a queue without messages. */
const term = z
  .tuple([operator, z.string().max(limits.queueNarrowOperandLengthMax)])
  .refine(([name, operand]) => name !== 'is' || states.has(operand), {
    error: ({ input }) => `Operand ${(input as readonly string[])[1]} not supported.`,
  });
const narrow = z.array(term).max(limits.queueNarrowTermsMax);

const capabilities = z.object({ notification_settings_null: z.boolean() }).catchall(z.boolean());

/** The parameters of a registration. The answer names the first wrong one in this order. */
export const registrationParameters = {
  apply_markdown: described(
    boolean().default(false),
    'Whether the content of messages is HTML (true) or the Markdown that was written (false).',
    true,
  ),
  client_gravatar: described(
    boolean().default(false),
    'Whether the client computes gravatars itself. If so, `avatar_url` is null for users with a gravatar.',
    true,
  ),
  slim_presence: described(
    boolean().default(false),
    'Whether presence is given by user id, not by e-mail address.',
    true,
  ),
  all_public_streams: described(
    json(z.boolean().nullable()).default(null),
    'Whether the queue gets messages of all public streams, not only of subscribed ones. Has no effect for guests.',
    false,
  ),
  include_subscribers: described(
    boolean().default(false),
    'Whether subscriptions include the ids of the subscribers.',
    true,
  ),
  client_capabilities: described(
    json(capabilities).optional(),
    'What the client understands: `notification_settings_null` (required), `bulk_message_deletion`.',
    { notification_settings_null: true, bulk_message_deletion: true },
  ),
  event_types: described(
    json(typeNames.nullable()).optional(),
    'The types of events that the queue gets, and of the state in the answer if `fetch_event_types` is absent. Absent or null: all types. Unknown types are ignored.',
    ['message', 'subscription'],
  ),
  fetch_event_types: described(
    json(typeNames.nullable()).optional(),
    'The types of the state in the answer, if they differ from `event_types`.',
    ['realm_user', 'subscription'],
  ),
  narrow: described(
    json(narrow).default([]),
    'The queue gets only messages that match: pairs of an operator (`stream`, `topic`, `sender`, `is`) and an operand. Other events are not filtered.',
    [['stream', 'general']],
  ),
  queue_lifespan_secs: described(
    integer(z.int().nonnegative()).default(0),
    'The queue expires after this many seconds without a poll, at most 604,800. 0: the setting of the service, 600 by default.',
    3600,
  ),
};

export const registrationAliases = { client_avatarhost: 'client_gravatar' } as const;

const Registration = z.object(registrationParameters);
type Registration = z.output<typeof Registration>;

/**
 * Opens a queue for the caller. Some clients get types by the names that existing clients know: those whose name begins with "Zulip", and
 * those that send `event_types=null` as text.
 */
export async function openQueue(
  call: Call<Registration>,
  services: ServicesRunning<typeof registerQueue | typeof expireQueue>,
): Promise<QueueId> {
  const { parameters } = call;
  const lifespanSecs = parameters.queue_lifespan_secs || services.config.queueIdleSecs;
  const options: QueueOptions = {
    ...wantedEvents(withOwnDefaults(parameters, services.realm(call.realmId), call.userId), call.client),
    lifespanSecs: Math.min(lifespanSecs, limits.queueLifespanSecsMax),
  };
  for (;;) {
    try {
      const { result } = await services.run(registerQueue, { options }, call);
      return result.queueId;
    } catch (error) {
      const isFull = error instanceof Refused && error.refusal.code === 'queues-too-many';
      // Each iteration ends one queue. If no queue is idle, the refusal is the answer.
      if (!isFull || !(await endOldestIdle(call, services))) throw error;
    }
  }
}

/** A bot may have defaults for the two parameters that select messages. */
function withOwnDefaults(parameters: Registration, state: RealmState, userId: UserId): Registration {
  const bot = state.directory.accounts.get(userId)?.bot;
  if (!bot?.defaults) return parameters;
  const { register, allPublic } = shownDefaults(state, bot);
  const { narrow, all_public_streams: isPublic } = parameters;
  return {
    ...parameters,
    all_public_streams: isPublic ?? allPublic,
    narrow: narrow.length > 0 || register === null ? narrow : [['stream', register]],
  };
}

/** The events that a queue gets, and their form. */
export const wantedEvents = (
  parameters: Omit<Registration, 'fetch_event_types' | 'include_subscribers' | 'queue_lifespan_secs'>,
  client: string,
): Omit<QueueOptions, 'lifespanSecs'> => ({
  applyMarkdown: parameters.apply_markdown,
  clientGravatar: parameters.client_gravatar,
  allPublicStreams: parameters.all_public_streams ?? false,
  bulkMessageDeletion: parameters.client_capabilities?.bulk_message_deletion ?? false,
  eventTypes: parameters.event_types ?? null,
  wireNames: client.startsWith('Zulip') || parameters.event_types === null,
  ...(parameters.slim_presence && { slimPresence: true }),
  narrow: parameters.narrow,
});

/** Returns false if no queue of the caller is idle. */
async function endOldestIdle(call: Call<unknown>, services: ServicesRunning<typeof expireQueue>): Promise<boolean> {
  const oldest = services.queues.oldestIdle(call.realmId, call.userId);
  if (!oldest) return false;
  const { queueId, revision } = oldest;
  await services.run(expireQueue, { queueId, revision }, call);
  return true;
}

/** The wanted types of state, by canonical names: `fetch_event_types`, or else `event_types`. Null means all. */
export function typesToFetch({ event_types, fetch_event_types }: Registration): ReadonlySet<string> | null {
  const names = fetch_event_types ?? event_types ?? null;
  return names === null ? null : new Set(names.map(canonicalType));
}
