import { expect } from 'chai';
import { RateLimit } from '../../../src/http/request/rate-limit.ts';
import { endpoints } from '../../../src/http/routes/index.ts';
import { chargedAhead } from '../../../src/http/routes/shared/charged-ahead.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { realmId } from '../../support/given.ts';

const user = 1 as UserId;
const minute = 60_000;

describe('requests that count as many', () => {
  const remaining = (limit: RateLimit, now: number): string | number => {
    try {
      return limit.count(realmId, user, now)?.['X-RateLimit-Remaining'] ?? 'no limit';
    } catch {
      return 429;
    }
  };

  it('use up as many requests of this minute, and of the next ones', () => {
    const limit = new RateLimit(10);
    expect(remaining(limit, 0)).to.equal('9');
    limit.charge(realmId, user, 5, 1);
    expect(remaining(limit, 2)).to.equal('3');
    limit.charge(realmId, user, 20, 3);
    expect(remaining(limit, 4)).to.equal(429);
    expect(remaining(limit, minute)).to.equal(429);
    expect(remaining(limit, 2 * minute)).to.equal('2');
  });

  it('become available again after minutes without requests', () => {
    const limit = new RateLimit(10);
    limit.count(realmId, user, 0);
    limit.charge(realmId, user, 49, 1);
    expect(remaining(limit, 5 * minute)).to.equal('9');
  });

  it('use up polls, and no other requests, if they are charged as polls', () => {
    const limit = new RateLimit(10);
    limit.charge(realmId, user, 9, 0, 'polls');
    expect(remaining(limit, 0)).to.equal('9');
    expect(limit.count(realmId, user, 0, 'polls')).to.include({ 'X-RateLimit-Remaining': '0' });
    expect(() => limit.count(realmId, user, 0, 'polls')).to.throw();
  });

  it('do not affect other users, and cost nothing without a limit', () => {
    const limit = new RateLimit(10);
    limit.charge(realmId, 2 as UserId, 100, 0);
    expect(remaining(limit, 0)).to.equal('9');
    const unlimited = new RateLimit(0);
    unlimited.charge(realmId, user, 1_000_000, 0);
    expect(remaining(unlimited, 0)).to.equal('no limit');
  });

  it('are charged before they are done, and partly given back if less was done', async () => {
    const limit = new RateLimit(10);
    const charge = (requests: number) => limit.charge(realmId, user, requests, 0);
    const during: (string | number)[] = [];
    const done = (cost: number) => async () => {
      during.push(remaining(limit, 0));
      return { cost };
    };
    const costOf = ({ cost }: { cost: number }): number => cost;
    await chargedAhead({ charge }, 4, done(1), costOf);
    expect([...during, remaining(limit, 0)]).to.deep.equal(['5', '7']);
    await chargedAhead({ charge }, 100, done(0), costOf);
    expect([during.at(-1), remaining(limit, 0)]).to.deep.equal([429, '6']);
    const failing = chargedAhead({ charge }, 5, () => Promise.reject(new Error('refused')), costOf);
    expect(await failing.then(String, String)).to.equal('Error: refused');
    expect(remaining(limit, 0)).to.equal('5');
  });

  it('are changes of the shown addresses of many people (readdressedPerRequest)', async () => {
    const updateRealm = endpoints.find(({ id }) => id === 'updateRealm');
    const charged: number[] = [];
    const ask = async (people: number, changed: number, parameters: object) => {
      const services = {
        config: { mode: 'production' },
        realm: () => ({ people: { byId: { size: people } } }),
        run: async () => ({ result: { changed: {}, now: {}, count: changed } }),
      };
      const call = { parameters, realmId, charge: (requests: number) => charged.push(requests) };
      await updateRealm?.handle(call as never, services as never);
    };
    await ask(2 * limits.readdressedPerRequest, limits.readdressedPerRequest, { email_address_visibility: 3 });
    await ask(limits.readdressedPerRequest - 1, limits.readdressedPerRequest - 1, { email_address_visibility: 1 });
    await ask(2 * limits.readdressedPerRequest, 0, { name: 'Other' });
    expect(charged).to.deep.equal([2, -1, 0, 0, 0, 0]);
  });

  it('are changes of subscriptions to many streams, of the caller or of others (channelsChangedPerRequest)', async () => {
    const charged: number[] = [];
    const names = Array.from({ length: 4 * limits.channelsChangedPerRequest }, (_, at) => `stream ${at}`);
    const changed = names.slice(limits.channelsChangedPerRequest - 1);
    const ask = async (id: string, parameters: object, result: object): Promise<number[]> => {
      charged.length = 0;
      const call = {
        parameters: { principals: [], ...parameters },
        charge: (requests: number) => charged.push(requests),
      };
      const services = { run: async () => ({ result, position: 1 }), settled: async () => undefined };
      await endpoints.find((one) => one.id === id)?.handle(call as never, services as never);
      return [...charged];
    };
    const subscriptions = names.map((name) => ({ name }));
    const joined = { subscribed: { a: changed, b: ['x'] }, alreadySubscribed: {}, unauthorized: [], count: 152 };
    const left = { removed: changed, notRemoved: [], count: 2 * limits.subscribedPerRequest };
    expect(await ask('subscribe', { subscriptions }, joined)).to.deep.equal([4, -1]);
    expect(await ask('subscribe', { subscriptions, principals: Array(10).fill(1) }, joined)).to.deep.equal([6, -3]);
    expect(await ask('unsubscribe', { subscriptions: names }, left)).to.deep.equal([4, 1]);
    expect(
      await ask('updateSubscriptions', { add: subscriptions, delete: names }, { ...joined, ...left }),
    ).to.deep.equal([8, 0]);
  });

  it('are comparisons of many versions of a message (comparedPerRequest)', async () => {
    const history = endpoints.find(({ id }) => id === 'getMessageHistory');
    const costOf = async (compared: number): Promise<number[]> => {
      const charged: number[] = [];
      const snapshots = Array.from({ length: compared + 1 }, (_, at) => (at === 0 ? {} : { content_html_diff: '' }));
      const call = { parameters: { message_id: 1, offset: 0 }, charge: (requests: number) => charged.push(requests) };
      await history?.handle(call as never, { read: async () => ({ snapshots, next: undefined }) } as never);
      return charged;
    };
    expect(await costOf(limits.comparedPerRequest - 1)).to.deep.equal([0]);
    expect(await costOf(2 * limits.comparedPerRequest)).to.deep.equal([2]);
  });

  it('never give back more than was charged', () => {
    const limit = new RateLimit(10);
    limit.charge(realmId, user, -5, 0);
    expect(remaining(limit, 0)).to.equal('9');
  });

  it('are not counted if they are refused', () => {
    const limit = new RateLimit(1);
    expect([remaining(limit, 0), remaining(limit, 1), remaining(limit, 2)]).to.deep.equal(['0', 429, 429]);
    expect(remaining(limit, minute)).to.equal('0');
  });
});
