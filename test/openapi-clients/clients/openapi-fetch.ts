/** A program that uses the client of openapi-typescript and openapi-fetch. Arguments: address, e-mail address, API key, user id. */
import assert from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from '../generated/openapi-typescript.ts';

const [base, email, key, userId] = process.argv.slice(2);
const client = createClient<paths>({
  baseUrl: `${base}/api/v1`,
  headers: { Authorization: `Basic ${btoa(`${email}:${key}`)}` },
});

const registered = await client.POST('/register', {
  body: { event_types: ['message'], narrow: [['stream', 'general']], apply_markdown: true, queue_lifespan_secs: 600 },
});
assert(registered.data, JSON.stringify(registered.error));
const { queue_id, last_event_id } = registered.data;
// It is null for auditors who look at the past.
assert(queue_id !== null);

const sent = await client.POST('/messages', {
  body: { type: 'stream', to: 'general', topic: 'clients', content: 'from **openapi-fetch**', queue_id, local_id: '1' },
});
assert(sent.data, JSON.stringify(sent.error));
const { id } = sent.data;
// A scheduled message has none.
assert(id !== undefined);
const direct = await client.POST('/messages', {
  body: { type: 'private', to: [Number(userId)], content: 'to myself' },
});
assert(direct.data, JSON.stringify(direct.error));

// openapi-typescript gives a parameter that is JSON in the query the type of its text.
const narrow = JSON.stringify([{ operator: 'topic', operand: 'clients' }]);
const listed = await client.GET('/messages', {
  params: { query: { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false } },
});
assert(listed.data, JSON.stringify(listed.error));
assert.deepEqual(
  listed.data.messages.map((message) => [message.id, message.content]),
  [[id, 'from **openapi-fetch**']],
);

const polled = await client.GET('/events', { params: { query: { queue_id, last_event_id } } });
assert(polled.data, JSON.stringify(polled.error));
const [event] = polled.data.events;
assert(event?.type === 'message');
assert.equal(event.message.id, id);
assert.equal(event.local_id, '1');
assert.equal(event.message.content, '<p>from <strong>openapi-fetch</strong></p>');

const subscribed = await client.POST('/users/me/subscriptions', {
  body: { subscriptions: [{ name: 'by clients' }], principals: [Number(userId)] },
});
assert.deepEqual(subscribed.data?.subscribed, { [email ?? '']: ['by clients'] });

const wrong = await client.POST('/messages', { body: { type: 'stream', to: 'nowhere', topic: 't', content: 'c' } });
assert(wrong.error && 'code' in wrong.error && wrong.error.code === 'STREAM_DOES_NOT_EXIST');

const deleted = await client.DELETE('/events', { params: { query: { queue_id } } });
assert.equal(deleted.data?.result, 'success');
