/** Presence, and who is typing. */
import { z } from 'zod';
import { recordPresence } from '../../../commands/ephemeral/record-presence.ts';
import { sendTypingNotification } from '../../../commands/ephemeral/send-typing-notification.ts';
import { presenceOf, presencesOf } from '../../queries/presences.ts';
import { presenceStatuses } from '../../vocabulary/events/ephemeral.ts';
import { limits } from '../../vocabulary/limits.ts';
import { PresenceOfUser, Presences } from '../../wire/presence.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { boolean, json, raw } from '../request/parameters.ts';

const email = 'iago@example.com';
const listed = { client: 'website', status: 'active', timestamp: 1598361100 } as const;
const presencesExample = { [email]: { website: { ...listed, pushable: false }, aggregated: listed } };
const server_timestamp = z.number().describe('Unix seconds, with a fraction');

const postPresence = defineEndpoint({
  id: 'updatePresence',
  route: 'POST /users/me/presence',
  summary: 'Report the presence of the caller',
  description:
    'Records whether the caller uses this client, and returns the presence of others. Clients call it every minute. Bots are refused.',
  parameters: z.object({
    status: described(
      raw(z.enum(presenceStatuses, { error: ({ input }) => `Invalid status: ${String(input).slice(0, 60)}` })),
      'Whether the caller uses the client (`active`) or has it open only (`idle`).',
      'active',
    ),
    ping_only: described(boolean().default(false), 'If true, the presence of others is not returned.', false),
    new_user_input: described(boolean().default(false), 'Has no effect.', false),
    slim_presence: described(
      boolean().default(false),
      'If true, the presence of others is returned by user id, not by e-mail address.',
      false,
    ),
  }),
  response: z.object({ presences: Presences.optional(), server_timestamp: server_timestamp.optional() }),
  example: { presences: presencesExample, server_timestamp: 1598361142.5 },
  commands: [recordPresence],
  async handle({ parameters, ...call }, services) {
    const { status, ping_only, slim_presence: slim } = parameters;
    await services.run(recordPresence, { userId: call.userId, status }, call);
    if (ping_only) return {};
    const now = services.now();
    const presences = await services.read((view) => presencesOf(view, call.realmId, { slim, now }));
    return { presences, server_timestamp: now / 1000 };
  },
});

const getPresences = defineEndpoint({
  id: 'getPresences',
  route: 'GET /realm/presence',
  summary: 'List the presence of users',
  description:
    'Returns when each user was last present, by e-mail address, for users who were present in the last two weeks.',
  response: z.object({ presences: Presences, server_timestamp }),
  example: { presences: presencesExample, server_timestamp: 1598361142.5 },
  async handle(call, services) {
    const now = services.now();
    const presences = await services.read((view) => presencesOf(view, call.realmId, { slim: false, now }));
    return { presences, server_timestamp: now / 1000 };
  },
});

const getPresence = defineEndpoint({
  id: 'getUserPresence',
  route: 'GET /users/:user_id_or_email/presence',
  summary: 'Get the presence of a user',
  description:
    'Returns when a user was last present with each client. A user is offline after five minutes without a report.',
  parameters: z.object({
    user_id_or_email: described(raw(), 'The e-mail address of the user, or their id.', email),
  }),
  response: z.object({ presence: PresenceOfUser }),
  example: {
    presence: {
      website: { status: 'active', timestamp: 1598361100 },
      aggregated: { status: 'active', timestamp: 1598361100 },
    },
  },
  refusals: ['presence-user-missing', 'presence-of-bot', 'presence-missing'],
  handle(call, services) {
    const { user_id_or_email: idOrEmail } = call.parameters;
    const reference = /^[0-9]{1,15}$/.test(idOrEmail) ? Number(idOrEmail) : idOrEmail;
    return services.read(async (view) => ({
      presence: await presenceOf(view, call.realmId, reference, services.now()),
    }));
  },
});

const postTyping = defineChange({
  id: 'setTypingStatus',
  route: 'POST /typing',
  summary: 'Send a typing notice',
  description: 'Notifies the participants of a private conversation that the caller started or stopped typing.',
  parameters: z.object({
    op: described(
      raw(z.enum(['start', 'stop'], { error: "Invalid 'op' value (should be start or stop)" })),
      'Whether the caller started or stopped typing.',
      'start',
    ),
    to: described(
      json(z.array(z.int()).min(1, { error: "Missing parameter: 'to' (recipient)" }).max(limits.recipientsMax)),
      'The ids of the other participants.',
      [10, 11],
    ),
  }),
  commands: [sendTypingNotification],
  handle: (call, services) => services.run(sendTypingNotification, { userId: call.userId, ...call.parameters }, call),
});

export const presence = [postPresence, getPresences, getPresence, postTyping];
