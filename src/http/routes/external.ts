/**
 * Incoming webhooks, with an endpoint for each integration. Nobody reads the answers to a third party. Therefore the bot's owner is
 * notified if a stream does not exist or a request is malformed.
 */
import { z } from 'zod';
import { sendMessage } from '../../../commands/message/send-message.ts';
import type { Call } from '../../define/endpoint.ts';
import type { AnyIntegration, WebhookMessage } from '../../define/integration.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { integrations } from '../../webhooks/incoming/index.ts';
import { shortenContent, shortenTopic } from '../../webhooks/shorten-text.ts';
import { type DeclaredEndpoint, defineChange } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { apiKeyExample } from '../openapi/examples.ts';
import { readParameters } from '../request/parameter-errors.ts';
import { json, raw } from '../request/parameters.ts';
import { percentDecoded } from '../request/strict.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { messageCost } from './shared/message-cost.ts';
import { type Notifier, noStreamNotice, notifyOwner, ownerOf } from './shared/owner-notices.ts';

type Placing = { readonly stream?: string | undefined; readonly topic?: string | undefined };

const malformedJson: Problem = { status: 400, code: 'INVALID_JSON', msg: 'Malformed JSON' };

const missingHeader = (header: string): Problem => ({
  status: 400,
  code: 'MISSING_HTTP_EVENT_HEADER',
  msg: `Missing the HTTP event header '${header}'`,
  fields: { header },
});

const unsupportedEvent = (webhook: string, event: string): Problem => ({
  status: 400,
  code: 'UNEXPECTED_WEBHOOK_EVENT_TYPE',
  msg: `The '${event}' event isn't currently supported by the ${webhook} webhook`,
  fields: { webhook_name: webhook, event_type: event },
});

const placing = {
  stream: described(
    raw().optional(),
    'The stream to post to. Default: a private message to the owner of the bot.',
    'builds',
  ),
  topic: described(raw().optional(), 'The topic to post to. Default: a topic that the integration chooses.', 'main'),
};

function externalEndpoint(integration: AnyIntegration): DeclaredEndpoint {
  const basic = integration.auth === 'basic';
  const key = { api_key: described(raw(), "The bot's API key.", apiKeyExample) };
  return defineChange({
    id: `${camelCase(integration.name)}Webhook`,
    route: `POST /external/${integration.name}`,
    summary: integration.summary,
    description: `Receives events of ${integration.displayName} and posts messages about them as the bot of the API key, to a stream or to the owner of the bot.`,
    access: basic ? 'user' : 'key',
    incomingWebhookBots: true,
    body: 'json',
    payload: payloadSchema(integration),
    ...(integration.form === undefined ? {} : { payloadField: integration.form }),
    ...(integration.eventHeader === undefined ? {} : { eventHeader: integration.eventHeader }),
    parameters: z.object({ ...integration.options.shape, ...(basic ? {} : key), ...placing }),
    commands: [sendMessage],
    errors: [
      malformedJson,
      unsupportedEvent(integration.displayName, 'ping'),
      ...(integration.eventHeader === undefined ? [] : [missingHeader(integration.eventHeader)]),
    ],
    async handle(call, services) {
      const { api_key: _, stream, topic, ...options } = call.parameters as Placing & Record<string, unknown>;
      const message = await messageOf(integration, { ...call, parameters: options }, services);
      if (message) await post(integration, { ...call, parameters: { stream, topic } }, message, services);
    },
  });
}

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

const payloadSchema = ({ body, bodies }: AnyIntegration): z.ZodType =>
  bodies ? z.union([...Object.values(bodies), body]) : body;

export const external = integrations.map(externalEndpoint);

/** The message for the payload. Null if the payload gives no message. Throws `ProblemError` if the payload is not understood. */
async function messageOf(
  integration: AnyIntegration,
  call: Call<Readonly<Record<string, unknown>>>,
  services: Notifier,
): Promise<WebhookMessage | null> {
  const { displayName, eventHeader } = integration;
  if (!call.json?.ok) {
    await notifyOwner(services, call, (who) => notJsonNotice(displayName, who));
    throw new ProblemError(malformedJson);
  }
  const event = eventHeader === undefined ? undefined : call.headers[eventHeader.toLowerCase()];
  if (eventHeader !== undefined && event === undefined) {
    await notifyOwner(services, call, (who) => noHeaderNotice(displayName, eventHeader, who));
    throw new ProblemError(missingHeader(eventHeader));
  }
  const payload = payloadOf(integration, event, call.json.value);
  const message = integration.message(payload, { event, options: call.parameters });
  if (message === 'unsupported')
    throw new ProblemError(unsupportedEvent(displayName, event ?? integration.eventOf?.(payload) ?? ''));
  return message;
}

/** Validates like a parameter that contains JSON, so that errors have the same messages. */
function payloadOf({ body, bodies }: AnyIntegration, event: string | undefined, value: unknown): unknown {
  const own = event !== undefined && bodies && Object.hasOwn(bodies, event) ? bodies[event] : undefined;
  const read = readParameters(z.object({ payload: json(own ?? body) }), { payload: JSON.stringify(value) });
  if (!read.ok) throw new ProblemError(read.problem);
  return read.values.payload;
}

/** Posts to the stream that the address names, or else privately to the bot's owner. */
async function post(
  { displayName, escapesQuery }: AnyIntegration,
  call: Call<Placing>,
  message: WebhookMessage,
  services: Notifier,
): Promise<void> {
  const { realmId, userId, requestId } = call;
  const unescaped = (text = ''): string => (escapesQuery ? (percentDecoded(text) ?? text) : text);
  const stream = unescaped(call.parameters.stream).trim() || undefined;
  const topic = shortenTopic(unescaped(call.parameters.topic), shortenTopic(message.topic, '(no topic)'));
  const account = services.realm(realmId).directory.accounts.get(userId);
  const to =
    stream === undefined
      ? { kind: 'private' as const, to: [account ? ownerOf(account) : userId] }
      : { kind: 'channel' as const, channel: stream, topic };
  const content = shortenContent(message.content);
  try {
    const by = { realmId, userId, requestId, client: `Zulip${displayName}Webhook` };
    call.charge(messageCost((await services.run(sendMessage, { to, content }, by)).result));
  } catch (error) {
    // The third party gets a success, because it would only repeat the same request.
    if (!(error instanceof Refused) || error.refusal.code !== 'channel-unknown') throw error;
    await notifyOwner(services, call, (who) => noStreamNotice(stream ?? '', who));
  }
}

const notJsonNotice = (webhook: string, who: string): string =>
  `${who} got a request for its ${webhook} webhook that was not in the JSON format this webhook expects; it was refused.`;

const noHeaderNotice = (webhook: string, header: string, who: string): string =>
  `${who} got a request for its ${webhook} webhook without the HTTP header \`${header}\`, which tells the type of the event; ` +
  'it was refused. Is the address meant for another integration?';
