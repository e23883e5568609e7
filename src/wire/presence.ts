/** Presence and typing in the wire format, and the client events about them. */
import { z } from 'zod';
import { type ClientPresence, presenceStatuses } from '../vocabulary/events/ephemeral.ts';
import type { Millis } from '../vocabulary/ids.ts';
import { event } from './event-shape.ts';

const status = z.enum(presenceStatuses);
const timestamp = z.int().describe('Unix seconds');

const Listed = z.object({
  client: z.string(),
  status,
  timestamp,
  pushable: z.boolean().optional().describe('Always false: nothing is pushed to phones'),
});

/** The presence of one user's clients, by client; `aggregated` is the newest. */
const PresenceByClient = z.record(z.string(), Listed).meta({
  id: 'PresenceByClient',
  description: 'The last reports of the clients of one user; `aggregated` is the newest.',
});

const SlimPresence = z.object({ active_timestamp: timestamp.optional(), idle_timestamp: timestamp.optional() });

/** By e-mail address, or by user id if slim presence was requested. */
export const Presences = z.record(z.string(), z.union([PresenceByClient, SlimPresence]));
export type PresencesObject = z.infer<typeof Presences>;

const secondsOf = (at: Millis): number => Math.floor(at / 1000);

export const clientPresence = ({ client, status: reported, at }: ClientPresence) => ({
  client,
  status: reported,
  timestamp: secondsOf(at),
  pushable: false,
});

/** `clients`: in the order in which they last reported. */
export function presenceByClient(clients: readonly ClientPresence[]): z.infer<typeof PresenceByClient> {
  const newest = clients.at(-1);
  if (!newest) return {};
  const { pushable: _, ...aggregated } = clientPresence(newest);
  return Object.fromEntries([
    ...clients.map((one): [string, z.infer<typeof Listed>] => [one.client, clientPresence(one)]),
    ['aggregated', aggregated],
  ]);
}

export function slimPresence(clients: readonly ClientPresence[]): z.infer<typeof SlimPresence> {
  const [active, idle] = presenceStatuses.map((which) => clients.findLast((one) => one.status === which));
  return {
    ...(active && { active_timestamp: secondsOf(active.at) }),
    ...(idle && { idle_timestamp: secondsOf(idle.at) }),
  };
}

/** After this many seconds without a report, a user is shown as offline in requests about that user. */
const offlineSecs = 300;

const Alone = z.object({ status: z.enum([...presenceStatuses, 'offline']), timestamp });
export const PresenceOfUser = z.record(z.string(), Alone);

export function presenceAlone(clients: readonly ClientPresence[], now: Millis): z.infer<typeof PresenceOfUser> {
  const entries = Object.entries(presenceByClient(clients));
  return Object.fromEntries(
    entries.map(([name, { status: reported, timestamp: at }]): [string, z.infer<typeof Alone>] => {
      const isOffline = name === 'aggregated' && secondsOf(now) - at > offlineSecs;
      return [name, { status: isOffline ? 'offline' : reported, timestamp: at }];
    }),
  );
}

export const presenceEvent = event(z.literal('presence'), {
  email: z.string().optional().describe('Absent if the queue was registered with `slim_presence`'),
  user_id: z.int(),
  server_timestamp: z.number().describe('Unix seconds, with a fraction'),
  presence: PresenceByClient,
}).meta({ id: 'PresenceEvent', description: 'Somebody came, went idle or came back.' });

const typist = z.object({ user_id: z.int(), email: z.string() });
export const typingEvent = event(z.literal('typing'), {
  op: z.enum(['start', 'stop']),
  sender: typist,
  recipients: z.array(typist).describe('All participants of the conversation, the sender too'),
}).meta({ id: 'TypingEvent', description: 'Somebody began or ceased to write to the receiver.' });
