/** Reading one message, and trying out a text: GET /messages/{message_id}, …/history, POST /messages/render (api-facts §4.4). */
import { z } from 'zod';
import { messageHistory } from '../../queries/message-history.ts';
import { rawMessage } from '../../queries/raw-message.ts';
import { MessageId } from '../../vocabulary/ids.ts';
import { contentBytesMax } from '../../vocabulary/limits.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { pathId, raw } from '../request/parameters.ts';

const getMessage = defineEndpoint({
  method: 'GET',
  path: '/messages/:message_id',
  summary: 'The text of a message as it was written',
  section: 'api-facts §4.4',
  access: 'user',
  parameters: z.object({ message_id: pathId(MessageId) }),
  response: z.object({ raw_content: z.string() }),
  refusals: ['message-missing'],
  handle: ({ parameters, realmId, userId }, services) =>
    services.read((view) => rawMessage(view, realmId, userId, parameters.message_id)),
});

const getHistory = defineEndpoint({
  method: 'GET',
  path: '/messages/:message_id/history',
  summary: 'A message as it was said and after each change, oldest first',
  section: 'GET /api/v1/messages/{message_id}/history',
  access: 'user',
  parameters: z.object({ message_id: pathId(MessageId) }),
  response: z.object({
    message_history: z.array(
      z.object({
        topic: z.string(),
        content: z.string(),
        rendered_content: z.string(),
        timestamp: z.int(),
        user_id: z.int().nullable(),
        prev_topic: z.string().optional(),
        prev_stream: z.int().optional(),
        prev_content: z.string().optional(),
        prev_rendered_content: z.string().optional(),
        content_html_diff: z.string().optional(),
      }),
    ),
  }),
  refusals: ['message-missing'],
  handle: ({ parameters, realmId, userId }, services) =>
    services.read(async (view) => ({
      message_history: await messageHistory(view, realmId, userId, parameters.message_id, services.texts),
    })),
});

const renderMessage = defineEndpoint({
  method: 'POST',
  path: '/messages/render',
  summary: 'The HTML that a text would have, without saying it',
  section: 'api-facts §4.4',
  access: 'user',
  parameters: z.object({ content: raw() }),
  response: z.object({ rendered: z.string() }),
  refusals: ['message-content-too-long'],
  async handle({ parameters: { content }, realmId }, services) {
    if (Buffer.byteLength(content) > contentBytesMax)
      throw new Refused({ code: 'message-content-too-long', bytesMax: contentBytesMax });
    const { html } = await services.render(realmId, content);
    return { rendered: html };
  },
});

export const messageReads: readonly AnyEndpoint[] = [getMessage, getHistory, renderMessage];
