import { expect } from 'chai';
import fc from 'fast-check';
import { pino } from 'pino';
import { type UserCost, UserCosts } from '../../../src/http/operations/user-costs.ts';
import type { RealmId, UserId } from '../../../src/vocabulary/ids.ts';
import type { AccountName } from '../../support/client.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { embedded } from '../../support/test-stores.ts';

const realm = 3 as RealmId;
const user = (number: number): UserId => number as UserId;
const minute = 60_000;

describe('the costs of users', () => {
  it('are reported once a minute is over: at most five users, the highest first', () => {
    const costs = new UserCosts();
    const reported: (readonly UserCost[])[] = [];
    costs.reportTo((users) => reported.push(users));
    for (let number = 1; number <= 8; number += 1) costs.add(realm, user(number), 0, number * 10, 5, 7);
    costs.add(realm, user(8), minute - 1, 1, 5, 7);
    expect(reported).to.deep.equal([]);
    costs.add(realm, user(1), minute, 1, 0, 0);
    expect(reported).to.have.length(1);
    expect(reported[0]?.map((one) => one.user)).to.deep.equal([8, 7, 6, 5, 4]);
    expect(reported[0]?.[0]).to.deep.equal({ realm, user: 8, requests: 2, received: 10, answered: 14, ms: 81 });
  });

  it('are those of the last whole minute; after a pause nobody costs anything', () => {
    const costs = new UserCosts();
    costs.add(realm, user(1), 0, 1, 0, 0);
    expect(costs.lastMinute(minute - 1)).to.deep.equal([]);
    expect(costs.lastMinute(minute).map((one) => one.user)).to.deep.equal([1]);
    expect(costs.lastMinute(3 * minute)).to.deep.equal([]);
  });

  it('are shown until the next whole minute is over', () => {
    const shownAt = (now: number): number => {
      const costs = new UserCosts();
      costs.add(realm, user(1), 0, 1, 0, 0);
      return costs.lastMinute(now).length;
    };
    expect([2 * minute - 1, 2 * minute].map(shownAt)).to.deep.equal([1, 0]);
  });

  it('of 64 users are counted exactly, in whatever order they arrive', () => {
    const costs = new UserCosts();
    costs.add(realm, user(1), 0, 50, 0, 0);
    for (let number = 2; number <= 64; number += 1) costs.add(realm, user(number), 0, 60, 0, 0);
    costs.add(realm, user(1), 0, 1_000, 0, 0);
    expect(costs.lastMinute(minute)[0]).to.include({ user: 1, requests: 2, ms: 1_050 });
  });

  it('distinguish users with the same id in several organizations', () => {
    const costs = new UserCosts();
    for (const other of [1, 2]) costs.add(other as RealmId, user(1), 0, other, 0, 0);
    expect(costs.lastMinute(minute).map((one) => one.realm)).to.deep.equal([2, 1]);
  });

  it('show every user who causes a fifth of all costs, among any number of others, and no cost that a user did not cause', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 2, max: 5000 }), { minLength: 100, maxLength: 2000 }), (others) => {
        const costs = new UserCosts();
        others.forEach((other, at) => {
          costs.add(realm, user(other), 0, 1, 0, 0);
          if (at % 4 === 0) costs.add(realm, user(1), 0, 1, 0, 0);
        });
        const shown = costs.lastMinute(minute);
        expect(shown.map((one) => Number(one.user))).to.include(1);
        for (const { user: id, requests } of shown) {
          const caused = id === 1 ? Math.ceil(others.length / 4) : others.filter((other) => other === id).length;
          expect(requests).to.be.at.most(caused);
        }
      }),
    );
  });
});

describe('the costs of users over HTTP', () => {
  const lines: string[] = [];
  let server: TestServer;
  before(async () => {
    const logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
    server = await startServer({ ...embedded }, { logger });
  });
  after(() => server.stop());

  it('are in the log by ids, without content; polls are counted without their waiting, wrong keys not at all', async () => {
    const { costs } = server.application.watch.metrics;
    const member = server.as('member');
    const message = { type: 'stream', to: 'general', topic: 'a topic', content: 'unheard-of words' };
    for (let number = 0; number < 3; number += 1) await member.post('/messages', message);
    const { body } = await server.as('admin').post('/register', { event_types: ['message'] });
    const polled = server.as('admin').get('/events', { queue_id: body.queue_id, last_event_id: body.last_event_id });
    await member.post('/messages', message);
    await polled;
    await server.with({ email: member.account.email, api_key: 'x'.repeat(32) }).get('/users/me');
    const shown = costs.lastMinute(performance.now() + minute);
    const [own, admin] = ['member', 'admin'].map((name) =>
      shown.find((one) => Number(one.user) === server.as(name as AccountName).account.user_id),
    );
    expect(own).to.include({ requests: 4 });
    expect(own?.received).to.be.above(4 * 50);
    expect(own?.answered).to.be.above(4 * 20);
    expect(admin).to.include({ requests: 2 });
    expect(shown).to.have.length(2);
    const written = lines.filter((line) => line.includes('who cost most'));
    expect(written).to.have.length(1);
    expect(JSON.parse(written[0] ?? '')).to.have.deep.property('users', JSON.parse(JSON.stringify(shown)));
    expect(written[0]).to.not.match(/unheard-of|a topic|example/);
    expect((await (await fetch(`${server.base}/health/ready`)).json()) as object).to.not.have.property('users');
  });
});
