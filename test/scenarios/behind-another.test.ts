/** Two processes on one log, one of which follows the other late. */
import { expect } from 'chai';
import { createUser } from '../../commands/user/create-user.ts';
import { openMetrics } from '../../src/http/operations/metrics.ts';
import { openApplicationOver } from '../../src/main.ts';
import type { RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { directLink, type Link, MemoryLog, openMemoryLog } from '../simulation/world/memory-log.ts';
import { MemoryStore, openMemoryStore } from '../simulation/world/memory-store.ts';
import { type Client, type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { newsOf } from '../support/following.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { withResolvers } from '../support/with-resolvers.ts';

const realmId = 1 as RealmId;

describe('a process that lags behind another one', () => {
  const shared = new MemoryLog();
  let held: Promise<void> = Promise.resolve();
  let release = (): void => {};
  /** Resolves when the process that is behind asks the log how far it goes. */
  let asked = (): void => {};
  /** Resolves when the log has taken something of the process that is behind. */
  let appended = (): void => {};
  let ahead: TestServer;
  let behind: TestServer;

  const startOver = (link: Link): Promise<TestServer> =>
    startServer(
      {},
      {
        open: async (config, ...given) => {
          const log = openMemoryLog(shared, link);
          const store = openMemoryStore(new MemoryStore(), directLink);
          return openApplicationOver({ log, store, metrics: openMetrics() }, config, ...given);
        },
      },
    );
  before(async () => {
    ahead = await startOver(directLink);
    behind = await startOver({
      async carry(kind, perform) {
        if (kind === 'tail') asked();
        const result = await directLink.carry(kind, perform);
        if (kind === 'append') appended();
        return result;
      },
      news: () => held,
    });
  });
  afterEach(() => release());
  after(async () => {
    await ahead.stop();
    await behind.stop();
  });

  const hold = (): void => {
    ({ promise: held, resolve: release } = withResolvers());
  };
  const askedForTail = (): Promise<void> =>
    new Promise((resolve) => {
      asked = resolve;
    });
  const joined = async (name: string): Promise<{ email: string; api_key: string; userId: UserId }> => {
    const { services } = ahead.application;
    const email = `${name}@dev.example`;
    const by = { realmId, userId: null, client: 'test', requestId: 'r' };
    const { userId } = (await services.run(createUser, { email, fullName: name, role: 400 }, by)).result;
    return { email, api_key: services.secrets.apiKey(realmId, userId, 1), userId };
  };
  const me = (client: Client) => client.get('/users/me');

  it('recognizes a user whom the other has just created', async () => {
    hold();
    const account = await joined('newcomer');
    const tail = askedForTail();
    const answer = me(behind.with(account));
    await Promise.race([tail, answer]);
    release();
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body.user_id).to.equal(account.userId);
  });

  it('recognizes a key that the other has just made', async () => {
    const account = await joined('rotating');
    await behind.application.caughtUp();
    hold();
    const { body } = await ahead.with(account).post('/users/me/api_key/regenerate');
    const tail = askedForTail();
    const answer = me(behind.with({ ...account, api_key: String(body.api_key) }));
    await Promise.race([tail, answer]);
    release();
    expect((await answer).status).to.equal(200);
  });

  it('does not read the log for a guessed key', async () => {
    let isAsked = false;
    asked = () => {
      isAsked = true;
    };
    const { status } = await me(
      behind.with({ email: 'member@dev.example', api_key: `${'A'.repeat(5)}J${'x'.repeat(26)}` }),
    );
    expect(status).to.equal(401);
    expect(isAsked).to.equal(false);
  });

  it('has everything up to a position that a client passes on, before it answers the poll', async () => {
    const [there, here] = [ahead.as('admin'), behind.as('admin')];
    const { queue_id, last_event_id } = (await there.post('/register', { event_types: ['message'] })).body;
    await behind.application.caughtUp();
    hold();
    const sent = await ahead
      .as('member')
      .post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'x' });
    const { events } = (await there.get('/events', { queue_id, last_event_id })).body;
    const [event] = list(events);
    expect(event?.message?.id).to.equal(sent.body.id);
    const tail = askedForTail();
    const poll = here.get('/events', { queue_id, last_event_id: event?.id, dont_block: true });
    await Promise.race([tail, poll]);
    release();
    expect((await poll).body.events).to.deep.equal([]);
    expect((await here.get(`/messages/${Number(sent.body.id)}`)).status).to.equal(200);
  });

  it('may accept a message to a stream that the other process has just archived; queues of all public streams get it', async () => {
    const [owner, member] = [ahead.as('owner'), behind.as('member')];
    succeeded(await owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'closing' }] }));
    const { stream_id } = succeeded(await owner.get('/get_stream_id', { stream: 'closing' }));
    const queue = async (options: object) =>
      succeeded(await ahead.as('admin').post('/register', { event_types: ['message'], ...options }));
    const queues = [await queue({ all_public_streams: true }), await queue({})];
    const own = succeeded(await owner.post('/register', { event_types: ['message'] }));
    await behind.application.caughtUp();
    hold();
    succeeded(await owner.delete(`/streams/${Number(stream_id)}`));
    const taken = withResolvers();
    appended = taken.resolve;
    const answer = member.post('/messages', { type: 'stream', to: 'closing', topic: 't', content: 'late' });
    await Promise.race([taken.promise, answer]);
    release();
    const { id } = succeeded(await answer);
    await ahead.application.caughtUp();
    const idsOf = async (by: Client, queue: Loose) => (await newsOf(by, queue)).map(({ message }) => message?.id);
    expect(await idsOf(ahead.as('admin'), queues[0] as Loose)).to.deep.equal([id]);
    expect(await idsOf(ahead.as('admin'), queues[1] as Loose)).to.deep.equal([]);
    expect(await idsOf(owner, own)).to.deep.equal([]);
    for (const by of [member, owner, ahead.as('admin')])
      expect((await by.get(`/messages/${Number(id)}`)).status).to.equal(400);
  });
});
