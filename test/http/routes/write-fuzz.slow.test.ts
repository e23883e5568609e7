/**
 * Endpoints that change messages, streams, users, bots or settings answer any input without an internal server error. Most generated values
 * are valid JSON, and many have the right type.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { bots } from '../../../src/http/routes/bots.ts';
import { messageFlags } from '../../../src/http/routes/message-flags.ts';
import { messageWrites } from '../../../src/http/routes/messages.ts';
import { reactions } from '../../../src/http/routes/reactions.ts';
import { realm } from '../../../src/http/routes/realm.ts';
import { settings } from '../../../src/http/routes/settings.ts';
import { submessages } from '../../../src/http/routes/submessages.ts';
import { patchMutedTopics, subscriptionSettings } from '../../../src/http/routes/subscription-settings.ts';
import { subscriptions } from '../../../src/http/routes/subscriptions.ts';
import { ownProfileData, users } from '../../../src/http/routes/users.ts';
import { usersActivity } from '../../../src/http/routes/users-activity.ts';
import type { AccountName, Client } from '../../support/client.ts';
import { said } from '../../support/messages.ts';
import { runningServer } from '../../support/server.ts';

const all = [
  ...[...messageWrites, ...messageFlags, ...reactions, ...submessages],
  ...[
    ...subscriptions,
    ...subscriptionSettings,
    patchMutedTopics,
    ...users,
    ...ownProfileData,
    ...usersActivity,
    ...bots,
    ...realm,
    ...settings,
  ],
];
/** Excluded, because they would lock out the accounts that the test uses: new keys, and the deactivation of people. */
const tried = all.filter(
  ({ method, path }) => !path.endsWith('/regenerate') && !(method === 'DELETE' && /^\/users\/[^/]+$/.test(path)),
);
const id = fc.integer({ min: -1, max: 12 });
const word = fc.oneof(fc.constantFrom('general', 'color', 'is_muted', 'add', 'remove', 'zulip', ''), fc.string());
const value = fc.oneof(
  word,
  id,
  fc.boolean(),
  fc.array(id, { maxLength: 3 }),
  fc.array(word, { maxLength: 3 }),
  fc.array(fc.record({ name: word, description: word }, { requiredKeys: ['name'] }), { maxLength: 3 }),
  fc.array(fc.record({ id, value: fc.oneof(word, fc.array(id), fc.constant(null)) }), { maxLength: 3 }),
  fc.array(fc.record({ stream_id: id, property: word, value: fc.oneof(word, fc.boolean()) }), { maxLength: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom('https://x.example/', '1e400', '[', '{"a":', '\u0000', '1e3'),
);
const request = fc.constantFrom(...tried).chain((endpoint) => {
  const names = Object.keys(endpoint.parameters.shape);
  return fc.record({
    endpoint: fc.constant(endpoint),
    who: fc.constantFrom<AccountName>('admin', 'member', 'guest', 'bot'),
    parameters: fc.record(Object.fromEntries(names.map((name) => [name, value])), { requiredKeys: [] }),
    id,
  });
});

describe('write endpoints', () => {
  const server = runningServer();
  before(async () => {
    for (const topic of ['zulip', 'zulip', 'add']) await said(server.as('member'), 'general', topic, 'words');
  });

  it('answer any input without an internal server error', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ endpoint, who, parameters, id: inPath }) => {
        const call = server.as(who)[endpoint.method.toLowerCase() as 'post'] as Client['post'];
        const { status, body } = await call(endpoint.path.replace(/:\w+/, String(inPath)), parameters);
        expect([200, 400, 401, 403], `${endpoint.method} ${endpoint.path}: ${JSON.stringify(body)}`).to.include(status);
        expect(body).to.include({ result: status === 200 ? 'success' : 'error' });
        expect(body.msg).to.be.a('string');
      }),
      { numRuns: 200 },
    );
  });
});
