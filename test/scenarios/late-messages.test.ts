/**
 * A message that reaches the log behind one with a higher id, because a connection was cut under its append: it is delivered in the order
 * of the log, listed at the place of its id, and received by those who were subscribed when its id was given.
 */
import { expect } from 'chai';
import { openMetrics } from '../../src/http/operations/metrics.ts';
import { openApplicationOver } from '../../src/main.ts';
import { directLink, MemoryLog, openMemoryLog } from '../simulation/world/memory-log.ts';
import { MemoryStore, openMemoryStore } from '../simulation/world/memory-store.ts';
import { type Answer, type Client, type Loose, list } from '../support/client.ts';
import { newsOf } from '../support/following.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const ids = (messages: Loose | undefined): number[] => list(messages).map(({ id }) => Number(id));

describe('a message that is appended late', () => {
  let server: TestServer;
  /** The next append waits for it. */
  let held: Promise<void> | undefined;
  let isHeld = (): void => {};

  before(async () => {
    server = await startServer(
      {},
      {
        open: async (config, ...given) => {
          const log = openMemoryLog(new MemoryLog(), {
            ...directLink,
            async carry(kind, perform) {
              const wait = kind === 'append' ? held : undefined;
              if (wait !== undefined) {
                held = undefined;
                isHeld();
                await wait;
              }
              return directLink.carry(kind, perform);
            },
          });
          const store = openMemoryStore(new MemoryStore(), directLink);
          return openApplicationOver({ log, store, metrics: openMetrics() }, config, ...given);
        },
      },
    );
  });
  after(() => server.stop());

  const send = (client: Client, to: string, content: string): Promise<Answer> =>
    client.post('/messages', { type: 'stream', to, topic: 'late', content });
  /** A message whose append does not come through until `release`. */
  async function sendLate(to: string, content: string) {
    const [sent, begun] = [withResolvers(), withResolvers()];
    [held, isHeld] = [sent.promise, begun.resolve];
    const answer = send(server.as('member'), to, content);
    await begun.promise;
    return { answer, release: sent.resolve };
  }
  const listed = async (client: Client, parameters: object): Promise<number[]> =>
    ids((await client.get('/messages', { num_before: 0, num_after: 0, ...parameters })).body.messages);
  const registered = async (client: Client) => (await client.post('/register', { event_types: ['message'] })).body;

  it('is delivered in the order of the log, and listed at its id, so that a client that registers before it lists misses nothing', async () => {
    const reader = server.as('admin');
    const queue = await registered(reader);
    const { answer, release } = await sendLate('general', 'the lower id');
    const higher = Number((await send(server.as('owner'), 'general', 'the higher id')).body.id);
    const before = await listed(reader, { anchor: 'newest', num_before: 1 });
    expect(before).to.deep.equal([higher]);
    release();
    const lower = Number((await answer).body.id);
    expect(lower).to.equal(higher - 1);
    const events = await newsOf(reader, queue);
    expect(events.map(({ message }) => message?.id)).to.deep.equal([higher, lower]);
    expect(Number(events[1]?.id)).to.be.greaterThan(Number(events[0]?.id));
    expect(await listed(reader, { anchor: 'newest', num_before: 2 })).to.deep.equal([lower, higher]);
    expect(await listed(reader, { anchor: lower, num_after: 5 })).to.deep.equal([lower, higher]);
    // What is listed after the higher id does not have it: ids alone are no order of arrival.
    expect(await listed(reader, { anchor: higher, num_after: 5 })).to.deep.equal([higher]);
  });

  it('is received by those who were subscribed when its id was assigned: queues and listings agree', async () => {
    const [member, admin, spare] = [server.as('member'), server.as('admin'), server.as('spare')];
    const subscribe = (client: Client, ...principals: Client[]) =>
      client.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'closed' }],
        invite_only: true,
        history_public_to_subscribers: false,
        ...(principals.length > 0 && { principals: principals.map(({ account }) => account.email) }),
      });
    expect((await subscribe(member, member, admin)).status).to.equal(200);
    const queues = { admin: await registered(admin), spare: await registered(spare) };
    const { answer, release } = await sendLate('closed', 'sent before the change of subscribers');
    const higher = Number((await send(admin, 'closed', 'later')).body.id);
    expect((await admin.delete('/users/me/subscriptions', { subscriptions: ['closed'] })).status).to.equal(200);
    expect((await subscribe(member, spare)).status).to.equal(200);
    release();
    const lower = Number((await answer).body.id);
    expect(lower).to.be.lessThan(higher);
    const after = Number((await send(member, 'closed', 'sent after it')).body.id);
    const closed = async (client: Client, queue: Loose): Promise<number[][]> => [
      (await newsOf(client, queue)).map(({ message }) => Number(message?.id)).filter((id) => id >= lower),
      (await listed(client, { anchor: lower, num_after: 20 })).filter((id) => [lower, higher, after].includes(id)),
    ];
    const [adminReceived, adminListed] = await closed(admin, queues.admin);
    expect(adminReceived).to.include.members([higher, lower]).and.not.include(after);
    expect(adminListed).to.deep.equal([lower, higher]);
    const [spareReceived, spareListed] = await closed(spare, queues.spare);
    expect(spareReceived).to.include(after).and.not.include(lower);
    expect(spareListed).to.deep.equal([after]);
  });
});
