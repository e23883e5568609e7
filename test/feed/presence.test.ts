import { expect } from 'chai';
import { isKept } from '../../src/feed/model.ts';
import type { ClientPresence } from '../../src/vocabulary/events/ephemeral.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { feedOf, queueOf, withoutIds } from '../support/feed.ts';
import { testNow } from '../support/given.ts';
import { founded, newUser } from '../support/past-events.ts';
import { presenceTold, typed } from '../support/writes.ts';

const past = [founded(), ...newUser(1), ...newUser(2), ...newUser(3, { role: 600 })];
const clientPresence = (client: string, status: 'active' | 'idle', at: number): ClientPresence => ({
  client,
  status,
  at,
});
const begin = 1_700_000_000_000;

const newsOf = (before: readonly ClientPresence[], after: readonly ClientPresence[]) =>
  feedOf(before.length > 0 ? [...past, presenceTold(2, ...before)] : past, [
    presenceTold(2, ...after),
  ]).clientEvents.map(({ clientEvent }) => clientEvent.type);

describe('client events about presence', () => {
  it('inform everybody who is present, by address or by id', () => {
    const news = [presenceTold(2, clientPresence('web', 'active', begin + 999))];
    const [named, slim] = [queueOf(3), queueOf(1, { slimPresence: true })];
    const feed = feedOf(past, news, [named, slim]);
    const expected = {
      type: 'presence',
      user_id: 2,
      presence: { web: { client: 'web', status: 'active', timestamp: begin / 1000, pushable: false } },
    };
    const [event] = feed.deliveredTo(named);
    expect(event).to.deep.include({ ...expected, email: 'user2@test.example' });
    expect(event?.server_timestamp).to.equal((testNow - 1_000_000 + past.length + 1) / 1000);
    const [short] = feed.deliveredTo(slim);
    expect(short).to.deep.include(expected);
    expect(short).not.to.have.property('email');
  });

  it('are sent for changes, and not for repetitions (presenceNewsSecs)', () => {
    const active = clientPresence('web', 'active', begin);
    expect(newsOf([active], [clientPresence('web', 'idle', begin + 1)])).to.deep.equal(['presence']);
    expect(newsOf([active], [active, clientPresence('phone', 'active', begin + 1)])).to.deep.equal(['presence']);
    const late = begin + limits.presenceNewsSecs * 1000;
    expect(newsOf([active], [clientPresence('web', 'active', late - 1)])).to.deep.equal([]);
    expect(newsOf([active], [clientPresence('web', 'active', late)])).to.deep.equal(['presence']);
  });
});

describe('client events about typing', () => {
  it('inform all participants who writes to whom, and are not stored', () => {
    const queues = [1, 2, 3].map((id) => queueOf(id));
    const feed = feedOf(past, [typed(2, 'start', 3)], queues);
    const [sender, other] = [2, 3].map((id) => ({ user_id: id, email: `user${id}@test.example` }));
    expect(queues.map((queue) => withoutIds(feed.deliveredTo(queue)))).to.deep.equal([
      [],
      ...[1, 2].map(() => [{ type: 'typing', op: 'start', sender, recipients: [sender, other] }]),
    ]);
    expect(feed.clientEvents.map(({ clientEvent }) => isKept(clientEvent))).to.deep.equal([false]);
  });
});
