/**
 * A client that registers and applies its events has the state that a new registration gives, for every kind of write and every role.
 * Fields that change without an event are not compared.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { type AccountName, type Client, type Loose, list } from '../support/client.ts';
import { applyEvents } from '../support/client-model.ts';
import type { ClientState, Row } from '../support/client-state.ts';
import { withoutMoved, withoutSenders } from '../support/client-unread.ts';
import { drained } from '../support/following.ts';
import { perform, type Write, write } from '../support/perform-write.ts';
import { runningServer } from '../support/server.ts';
import { wipeReadModels } from '../support/test-stores.ts';

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
    'default_stream_groups',
    'custom_profile_fields',
    'update_display_settings',
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
  const server = runningServer();

  /** Messages that were moved to another stream at some time, and those that were moved at all. */
  const [toStreams, anywhere] = [new Set<number>(), new Set<number>()];
  async function performAll(writes: readonly Write[]): Promise<void> {
    for (const one of writes) {
      await perform(server, one);
      const { left, moved } = server.application.services.realm(1 as RealmId).topics;
      for (const id of left.keys()) toStreams.add(id);
      for (const id of moved.keys()) anywhere.add(id);
    }
  }

  it('equal a new registration', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 35, size: 'max' }), async (writes) => {
        const before = new Map<AccountName, Loose>();
        for (const name of viewers) before.set(name, (await server.as(name).post('/register', options)).body);
        await performAll(writes);
        for (const name of viewers) {
          const client = server.as(name);
          const registered = before.get(name) as Loose;
          const events = await drained(client, registered);
          const grown = applyEvents(registered as unknown as ClientState, events as unknown as Row[], {
            userId: client.account.user_id,
            includeSubscribers: true,
          });
          const fresh = (await client.post('/register', options)).body;
          if (list(fresh.starred_messages).length > 0)
            expect(fresh.starred_messages, `starred messages of ${name}`).to.deep.equal(await starredOf(client));
          // A bot gets no moves of a message that it got because of a mention.
          const moved = name === 'bot' ? anywhere : toStreams;
          const compared = (state: object) => lasting(withoutMoved(state as ClientState, moved));
          const [had, has] = [compared(grown), compared(fresh)];
          // What the client no longer knows is not compared.
          const isKnown = ({ max_message_id: newest }: typeof had) => newest !== null && !moved.has(Number(newest));
          if (![had, has].every(isKnown)) for (const state of [had, has]) delete state.max_message_id;
          expect(had, `${name}, after ${JSON.stringify(events)}`).to.deep.equal(has);
        }
      }),
      // Some 140 writes. Registrations take longer than writes do, so that there are few runs of many writes.
      { numRuns: 9, endOnFailure: true },
    );
  });

  it('is the same when the read models are rebuilt from the log', async () => {
    const registrations = async () => {
      const all: unknown[] = [];
      for (const name of viewers) {
        const { realm_uri: _, ...state } = lasting((await server.as(name).post('/register', options)).body);
        all.push(name, state);
      }
      return all;
    };
    const before = await registrations();
    await server.stop();
    await wipeReadModels(server.data);
    await server.start();
    expect(await registrations()).to.deep.equal(before);
  });
});

/** The starred messages that the user may see, as they are listed. */
async function starredOf(client: Client): Promise<number[]> {
  const listing = { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [['is', 'starred']] };
  return list((await client.get('/messages', listing)).body.messages).map(({ id }) => Number(id));
}

/**
 * Only requests return when and from which client somebody was last present. An address that only administrators see is sent only with new
 * people.
 */
const untold = new Set(['first_message_id', 'stream_weekly_traffic', 'timestamp', 'aggregated', 'delivery_email']);

/** The state without fields that differ between any two registrations or change without an event. */
function lasting(state: object): Record<string, unknown> {
  const { queue_id: _, last_event_id: __, ...rest } = withoutSenders(state as ClientState);
  return JSON.parse(JSON.stringify(rest, (key, value: unknown) => (untold.has(key) ? undefined : value))) as Record<
    string,
    unknown
  >;
}
