/**
 * State + events = later state: a client that registers and applies its events has the state of a new registration, for every kind of write
 * and accounts of every role. Here many histories are made from events alone, without a server.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { registerState } from '../../src/queries/register-state.ts';
import type { RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { applyEvents } from '../support/client-model.ts';
import type { ClientState } from '../support/client-state.ts';
import { withoutMoved, withoutSenders } from '../support/client-unread.ts';
import { feedOf, keys, queueOf, servedTogether } from '../support/feed.ts';
import { realmId, recorded, registered, testNow } from '../support/given.ts';
import { type Documents, projectAll, viewOf } from '../support/project.ts';
import { beginning, randomWrites, viewers } from '../support/random-writes.ts';
import { withoutServedNames } from '../support/served-names.ts';

const types = new Set([
  'message',
  'muted_topics',
  'realm',
  'realm_user',
  'realm_bot',
  'realm_user_groups',
  'realm_filters',
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
]);

type Asked = { readonly clientGravatar: boolean; readonly includeSubscribers: boolean };

/** The registration of each viewer. */
async function registrations(documents: Documents, asked: Asked): Promise<ClientState[]> {
  const view = viewOf(documents);
  return Promise.all(
    viewers.map(async (id) =>
      lasting(
        await registerState(view, {
          realmId: realmId as RealmId,
          userId: id as UserId,
          types,
          ...asked,
          nullNotifications: true,
          slimPresence: false,
          now: testNow,
          uri: 'http://test.example',
          development: false,
          uploads: { fileMibMax: 25, quotaMib: 1 },
          keys,
          traffic: async () => null,
          integrations: ['helloworld'],
          starsLookedUp: () => undefined,
        }),
      ),
    ),
  );
}

/** Only requests return when and from which client somebody was last present. */
const untold = new Set(['first_message_id', 'timestamp', 'aggregated']);

/** As a client gets it, without what changes without an event. */
const lasting = (state: object): ClientState =>
  JSON.parse(
    JSON.stringify(withoutSenders(state as ClientState), (key, value: unknown) =>
      untold.has(key) ? undefined : value,
    ),
  );

type Events = ReturnType<typeof servedTogether>;
type FileEvent = { readonly attachment: { readonly id: number }; readonly op: string };

/** Events contain the state of a file when they are served. Only the final state of each is compared. */
function withNewestFiles(events: Events): unknown[] {
  const files = new Map<number, unknown>();
  for (const event of events) {
    const { attachment } = event as unknown as FileEvent;
    if (event.type === 'attachment') files.set(attachment.id, attachment);
  }
  const others = events.filter(({ type }) => type !== 'attachment').map((event) => withoutServedNames(event as never));
  return [...others, ...[...files].sort(([a], [b]) => a - b)];
}

describe('a registration with the events that follow', () => {
  it('equals a later registration, whenever the events are delivered', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomWrites(60),
        fc.nat(999),
        fc.boolean(),
        fc.boolean(),
        async (writes, cut, clientGravatar, includeSubscribers) => {
          const asked = { clientGravatar, includeSubscribers };
          const at = cut % (writes.length + 1);
          const past = [...beginning, ...writes.slice(0, at)];
          const news = writes.slice(at);
          const queues = viewers.map((id) => queueOf(id, { clientGravatar }));
          const events = recorded([registered, ...past, ...news]);
          const documents = await projectAll(events.slice(0, 1 + past.length));
          const before = await registrations(documents, asked);
          const after = await registrations(
            await projectAll(events.slice(1 + past.length), { into: documents }),
            asked,
          );
          const feed = feedOf(past, news, queues);
          // Who has not seen all messages cannot know which is the newest after a deletion, or a move to another stream.
          const isGone = feed.movedAway.size > 0 || writes.some(({ event }) => event.type === 'MessageDeleted');
          const compared = (state: ClientState) => {
            const { max_message_id: newest, ...others } = withoutMoved(state, feed.movedAway);
            return isGone ? others : { ...others, max_message_id: newest };
          };
          queues.forEach((queue, index) => {
            const events = feed.deliveredTo(queue);
            const grown = applyEvents(before[index] ?? {}, events, { userId: queue.userId, includeSubscribers });
            const had = compared(lasting(grown));
            const has = compared(after[index] ?? {});
            expect(had, `user ${queue.userId}: ${JSON.stringify(events)}`).to.deep.equal(has);
            const late = servedTogether(feed.state, queue, feed.clientEvents);
            expect(withNewestFiles(late), `user ${queue.userId}, served late`).to.deep.equal(withNewestFiles(events));
          });
        },
      ),
      { numRuns: 36 },
    );
  });
});
