/** A program that uses the client of @hey-api/openapi-ts. Arguments: address, e-mail address, API key, user id. */
import assert from 'node:assert/strict';
import { client } from '../generated/hey-api/client.gen.ts';
import {
  deleteQueue,
  getEvents,
  getMessages,
  matchesNarrow,
  register,
  sendMessage,
} from '../generated/hey-api/index.ts';

const [base, email, key, userId] = process.argv.slice(2);
client.setConfig({
  baseUrl: `${base}/api/v1`,
  auth: `${email}:${key}`,
  // The generated client does not know JSON in queries: lists and objects are JSON there.
  querySerializer: (query) =>
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
        return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`;
      })
      .join('&'),
});

const registered = await register({
  body: { event_types: ['message'], narrow: [['stream', 'general']], apply_markdown: true, queue_lifespan_secs: 600 },
});
assert(registered.data, JSON.stringify(registered.error));
const { queue_id, last_event_id } = registered.data;
// It is null for auditors who look at the past.
assert(queue_id !== null);

const sent = await sendMessage({
  body: { type: 'stream', to: 'general', topic: 'clients', content: 'from **hey-api**', queue_id, local_id: '2' },
});
assert(sent.data, JSON.stringify(sent.error));
const { id } = sent.data;
// A scheduled message has none.
assert(id !== undefined);
const direct = await sendMessage({ body: { type: 'private', to: [Number(userId)], content: 'to myself' } });
assert(direct.data, JSON.stringify(direct.error));

const listed = await getMessages({
  query: {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    narrow: [{ operator: 'topic', operand: 'clients' }],
    apply_markdown: false,
  },
});
assert(listed.data, JSON.stringify(listed.error));
assert.deepEqual(
  listed.data.messages.map((message) => [message.id, message.content]),
  [[id, 'from **hey-api**']],
);
const matching = await matchesNarrow({ query: { msg_ids: [id], narrow: [['stream', 'general']] } });
assert.deepEqual(Object.keys(matching.data?.messages ?? {}), [String(id)]);

const polled = await getEvents({ query: { queue_id, last_event_id } });
assert(polled.data, JSON.stringify(polled.error));
const [event] = polled.data.events;
assert(event?.type === 'message');
assert.equal(event.message.id, id);
assert.equal(event.local_id, '2');
assert.equal(event.message.content, '<p>from <strong>hey-api</strong></p>');

const wrong = await sendMessage({ body: { type: 'stream', to: 'nowhere', topic: 't', content: 'c' } });
assert(wrong.error && 'code' in wrong.error && wrong.error.code === 'STREAM_DOES_NOT_EXIST');

const deleted = await deleteQueue({ query: { queue_id } });
assert.equal(deleted.data?.result, 'success');
