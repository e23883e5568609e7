/** A wrong clock affects neither limits nor expiry, and is logged once. */
import { expect } from 'chai';
import {
  conservativeClock,
  delayedStepClock,
  steadyClock,
  stepLastsMs,
  warningClock,
} from '../../src/engine/clocks.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Client, list } from '../support/client.ts';
import { silent } from '../support/engine.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { embedded } from '../support/test-stores.ts';

const hour = 3_600_000;

describe('the clock for limits and expiry', () => {
  it("begins with the machine's time and advances evenly, whatever the machine's clock does", () => {
    const time = { machine: 1_000_000, monotonic: 50 };
    const clock = steadyClock(
      () => time.machine,
      () => time.monotonic,
    );
    expect(clock()).to.equal(1_000_000);
    Object.assign(time, { machine: 1_000_000 + hour, monotonic: 60.7 });
    expect(clock()).to.equal(1_000_010);
    Object.assign(time, { machine: 0, monotonic: 70 });
    expect(clock()).to.equal(1_000_020);
  });
});

describe('the clock that decides what is old', () => {
  it('is not ahead if one of the two clocks is', () => {
    const time = { steady: hour, machine: hour };
    const certain = conservativeClock(
      () => time.steady,
      () => time.machine,
    );
    expect(certain()).to.equal(hour);
    for (const which of ['steady', 'machine'] as const) {
      Object.assign(time, { steady: hour, machine: hour, [which]: 9_000 * hour });
      expect(certain(), which).to.equal(hour);
    }
  });
});

describe('the clock that decides what is due', () => {
  it('follows a step ahead that lasts, and none that does not', () => {
    const time = { steady: hour, machine: hour };
    const settled = delayedStepClock(
      () => time.steady,
      () => time.machine,
    );
    const passes = (ms: number, stepMs = 0): number => {
      time.steady += ms;
      time.machine += ms + stepMs;
      return settled();
    };
    expect(passes(1_000)).to.equal(time.machine);
    expect(passes(1_000, 24 * hour)).to.equal(time.machine - 24 * hour);
    expect(passes(stepLastsMs - 1)).to.equal(time.machine - 24 * hour);
    expect(passes(1, -24 * hour)).to.equal(time.machine);
    expect(passes(1, 8 * hour)).to.equal(time.machine - 8 * hour);
    expect(passes(stepLastsMs)).to.equal(time.machine);
    expect(passes(1_000, -hour)).to.equal(time.machine);
    expect(passes(1_000, 1_000)).to.equal(time.machine);
  });
});

describe('a clock behind the newest event', () => {
  it('is logged once, and again only after it was right', () => {
    const time = { machine: hour, newest: hour };
    const logged: [object, string][] = [];
    const logger = { ...silent, warn: (facts: object, text: string) => void logged.push([facts, text]) };
    const clock = warningClock(
      () => time.machine,
      () => time.newest,
      logger,
    );
    clock();
    time.newest += 5_000;
    clock();
    expect(logged, 'as much as clocks of several machines differ').to.deep.equal([]);
    time.newest += 1;
    for (let times = 0; times < 3; times += 1) expect(clock()).to.equal(hour);
    expect(logged.map(([facts]) => facts)).to.deep.equal([{ behindMs: 5_001 }]);
    expect(logged[0]?.[1]).to.match(/^the clock is behind the newest event of the log/);
    time.machine = time.newest;
    clock();
    time.machine -= hour;
    clock();
    expect(logged.map(([facts]) => facts)).to.deep.equal([{ behindMs: 5_001 }, { behindMs: hour }]);
  });
});

describe('a service whose log contains an event with a future time', () => {
  const ahead = Date.now() + hour;
  const logged: string[] = [];
  let server: TestServer;
  let member: Client;

  before(async () => {
    const logger = { ...silent, warn: (_facts: object, text: string) => void logged.push(text) };
    server = await startServer({ ...embedded, VERBATIM_REQUESTS_PER_MINUTE_MAX: '100' }, { logger });
    member = server.as('member');
    const metadata = { actor: null, at: ahead, client: 'test', requestId: 'r', schema: 1, salt: 'salt' };
    const event = { id: crypto.randomUUID(), type: 'PolicyStarted', data: { policy: 'ahead' }, metadata };
    expect(await server.application.log.append('policy-0.ahead', [event], 'none')).to.include({ ok: true });
    await server.application.caughtUp();
  });
  after(() => server.stop());

  it('limits requests by elapsed time', async () => {
    const { headers } = await member.get('/users/me');
    expect(Number(headers.get('x-ratelimit-reset')) * 1000).to.be.below(ahead);
  });

  it('accepts a message that is to be sent before that time, and does not send it yet', async () => {
    const message = { type: 'stream', to: 'general', topic: 'time', content: 'later', delivery_type: 'send_later' };
    const deliver_at = new Date(Date.now() + hour / 2).toISOString();
    expect((await member.post('/messages', { ...message, deliver_at })).status).to.equal(200);
    const { body } = await member.get('/scheduled_messages');
    expect(list(body.scheduled_messages)).to.have.length(1);
  });

  it('gives new events no earlier time, and logs once that its clock is behind', async () => {
    const message = { type: 'stream', to: 'general', topic: 'time', content: 'now' };
    for (let times = 0; times < 3; times += 1) expect((await member.post('/messages', message)).status).to.equal(200);
    const found = await member.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    expect(list(found.body.messages).at(-1)?.timestamp).to.equal(Math.floor(ahead / 1000));
    expect(logged.filter((text) => text.startsWith('the clock is behind'))).to.have.length(1);
  });

  it('locks nobody out because of wrong passwords with a time in the future', async () => {
    const signIn = async (): Promise<number> => {
      const body = new URLSearchParams({ username: member.account.email, password: 'guess' });
      return (await fetch(`${server.base}/api/v1/fetch_api_key`, { method: 'POST', body })).status;
    };
    for (let guess = 0; guess < limits.signInFailuresMax; guess += 1) expect(await signIn()).to.equal(403);
    expect(await signIn()).to.equal(429);
    await server.restart();
    expect(await signIn()).to.equal(403);
  });
});
