/** Reading one message, its history, and rendering a text without sending it. */
import { z } from 'zod';
import { messageHistory } from '../../queries/message-history.ts';
import { rawMessage } from '../../queries/raw-message.ts';
import { MessageId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { Snapshot } from '../../wire/message.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { count, pathId, raw } from '../request/parameters.ts';

const messageIdParameter = described(pathId(MessageId), 'The id of the message.', 42);

const getMessage = defineEndpoint({
  id: 'getMessage',
  route: 'GET /messages/:message_id',
  summary: 'Get the text of a message',
  description: 'Returns the content of a message as it was written, in Markdown.',
  parameters: z.object({ message_id: messageIdParameter }),
  response: z.object({ raw_content: z.string() }),
  example: { raw_content: 'Lunch at **noon**?' },
  refusals: ['message-missing'],
  handle: ({ parameters, realmId, userId }, services) =>
    services.read((view) => rawMessage(view, realmId, userId, parameters.message_id)),
});

const getHistory = defineEndpoint({
  id: 'getMessageHistory',
  route: 'GET /messages/:message_id/history',
  summary: 'Get the history of a message',
  description:
    'Returns every version of a message, oldest first. A long history is paged: `next_offset` is the `offset` of the next page, if there is one.',
  parameters: z.object({
    message_id: messageIdParameter,
    offset: described(count().default(0), 'How many of the oldest versions to skip.', 0),
  }),
  response: z.object({
    message_history: z.array(Snapshot),
    next_offset: z.int().optional().describe('The `offset` of the next page; only if there are more versions'),
  }),
  example: {
    message_history: [
      {
        topic: 'lunch',
        content: 'Lunch at **noon**?',
        rendered_content: '<p>Lunch at <strong>noon</strong>?</p>',
        timestamp: 1785628800,
        user_id: 10,
      },
    ],
  },
  refusals: ['message-missing', 'edit-history-disabled'],
  searches: true,
  async handle({ parameters, realmId, userId, charge }, services) {
    const { message_id: messageId, offset } = parameters;
    const { snapshots, next } = await services.read((view) =>
      messageHistory(view, realmId, userId, messageId, offset, services.texts),
    );
    const compared = snapshots.filter(({ content_html_diff: diff }) => diff !== undefined).length;
    charge(Math.floor(compared / limits.comparedPerRequest));
    return { message_history: snapshots, ...(next === undefined ? {} : { next_offset: next }) };
  },
});

const renderMessage = defineEndpoint({
  id: 'renderMessage',
  route: 'POST /messages/render',
  summary: 'Render a text',
  description: 'Returns the HTML that a text would have as a message. Nothing is sent.',
  parameters: z.object({
    content: described(raw(), 'The text in Markdown, at most 10,000 bytes of UTF-8.', 'Lunch at **noon**?'),
  }),
  response: z.object({ rendered: z.string() }),
  example: { rendered: '<p>Lunch at <strong>noon</strong>?</p>' },
  refusals: ['message-content-too-long'],
  async handle({ parameters: { content }, realmId, userId }, services) {
    if (Buffer.byteLength(content) > limits.contentBytesMax)
      throw new Refused({ code: 'message-content-too-long', bytesMax: limits.contentBytesMax });
    const { html } = await services.render(realmId, userId, content);
    return { rendered: html };
  },
});

export const messageReads = [getMessage, getHistory, renderMessage];
