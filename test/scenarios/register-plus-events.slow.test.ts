/**
 * A client that registers and applies its events has the state that a new registration gives, for every kind of write and every role.
 * Fields that change without an event are not compared.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import type { AccountName, Loose } from '../support/client.ts';
import { applyEvents } from '../support/client-model.ts';
import type { ClientState, Row } from '../support/client-state.ts';
import { withoutSenders } from '../support/client-unread.ts';
import { drained } from '../support/following.ts';
import { perform, write } from '../support/perform-write.ts';
import { startServer, type TestServer } from '../support/server.ts';

const viewers = ['owner', 'admin', 'member', 'guest', 'spare', 'bot'] as const;
const options = {
  include_subscribers: true,
  client_capabilities: { notification_settings_null: true, bulk_message_deletion: true },
  fetch_event_types: [
    'message',
    'muted_topics',
    'realm',
    'realm_user',
    'realm_bot',
    'realm_user_groups',
    'realm_filters',
    'realm_emoji',
    'realm_domains',
    'subscription',
    'stream',
    'default_streams',
    'custom_profile_fields',
    'update_global_notifications',
    'update_message_flags',
    'starred_messages',
    'presence',
    'user_status',
    'alert_words',
  ],
};

describe('a registration and its events', function () {
  this.timeout(120_000);
  let server: TestServer;
  before(async () => {
    server = await startServer();
  });
  after(() => server.stop());

  it('equal a new registration', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 25 }), async (writes) => {
        const before = new Map<AccountName, Loose>();
        for (const name of viewers) before.set(name, (await server.as(name).post('/register', options)).body);
        for (const one of writes) await perform(server, one);
        for (const name of viewers) {
          const client = server.as(name);
          const registered = before.get(name) as Loose;
          const events = await drained(client, registered);
          const grown = applyEvents(registered as unknown as ClientState, events as unknown as Row[], {
            userId: client.account.user_id,
            includeSubscribers: true,
          });
          const fresh = (await client.post('/register', options)).body;
          const [had, has] = [lasting(grown), lasting(fresh)];
          // What the client no longer knows is not compared.
          for (const key of new Set([...Object.keys(had), ...Object.keys(has)]))
            if (key !== 'max_message_id' || had[key] !== null)
              expect(had[key], `${key} of ${name}, after ${JSON.stringify(events)}`).to.deep.equal(has[key]);
        }
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });
});

/** When somebody was there last is told only to who asks, and so is from which of their clients. */
const untold = new Set(['first_message_id', 'stream_weekly_traffic', 'timestamp', 'aggregated']);

/** The state without fields that differ between any two registrations or change without an event. */
function lasting(state: object): Record<string, unknown> {
  const { queue_id: _, last_event_id: __, ...rest } = withoutSenders(state as ClientState);
  return JSON.parse(JSON.stringify(rest, (key, value: unknown) => (untold.has(key) ? undefined : value))) as Record<
    string,
    unknown
  >;
}
