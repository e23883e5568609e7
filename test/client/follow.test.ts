import { expect } from 'chai';
import { VerbatimClient } from '../../src/client/client.ts';
import type { Follower } from '../../src/client/follow.ts';
import { account, failed, fakeServer, ok, type Scripted } from './fake-server.ts';

const registered = (queue_id: string, last_event_id: number): Scripted => ok({ queue_id, last_event_id });
const events = (...ids: number[]): Scripted => ok({ events: ids.map((id) => ({ id, type: 'message' })) });
const noNetwork = new TypeError('fetch failed');
const gone = failed(400, { code: 'BAD_EVENT_QUEUE_ID' });

/** Follows until the event with the id `until`. */
async function following(
  script: Scripted[],
  until: number,
  more: Partial<Follower<Readonly<Record<string, unknown>>>> = {},
) {
  const stop = new AbortController();
  const server = fakeServer([...script, ok()]);
  const heard: unknown[] = [];
  await new VerbatimClient(account, server.settings).follow({
    register: { event_types: ['message'] },
    onState: (state, isAgain) => heard.push([state.queue_id, isAgain]),
    onEvent: ({ id }) => {
      heard.push(id);
      if (id === until) stop.abort();
    },
    signal: stop.signal,
    ...more,
  });
  const polled = server.sent.filter(({ path, method }) => path === '/events' && method === 'GET');
  return { ...server, heard, polledAfter: polled.map(({ form }) => Number(form.last_event_id)) };
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('it ended'),
    (error: unknown) => error,
  );

describe('the event loop of the client', () => {
  it('registers, passes on the state and the events, acknowledges them, and ends the queue', async () => {
    const { heard, polledAfter, sent } = await following(
      [registered('1:1', 10), events(11, 12), events(), events(15)],
      15,
    );
    expect(heard).to.deep.equal([['1:1', false], 11, 12, 15]);
    expect(polledAfter).to.deep.equal([10, 12, 12]);
    expect(sent[0]?.form).to.include({ event_types: '["message"]' });
    expect(sent.at(-1)).to.deep.include({ method: 'DELETE', path: '/events' });
    expect(sent.at(-1)?.form).to.include({ queue_id: '1:1' });
  });

  it('passes on no heartbeats, and no event twice', async () => {
    const heartbeat = ok({ events: [{ id: 20, type: 'heartbeat' }] });
    const { heard, polledAfter } = await following([registered('1:1', 10), heartbeat, events(19, 20, 21)], 21);
    expect(heard).to.deep.equal([['1:1', false], 21]);
    expect(polledAfter).to.deep.equal([10, 20]);
  });

  it('continues after every failure, with the pause that the server names or a growing one', async () => {
    const limited = failed(429, {}, { 'retry-after': '9' });
    const reported: unknown[] = [];
    const script = [
      noNetwork,
      failed(503),
      registered('1:1', 10),
      limited,
      failed(500),
      { status: 502, body: '<html>' },
      { status: 200, body: '<html>' },
      events(11),
      noNetwork,
      events(12),
    ];
    const { heard, waits, sent } = await following(script, 12, { onTrouble: (_, waitMs) => reported.push(waitMs) });
    expect(heard).to.deep.equal([['1:1', false], 11, 12]);
    expect(waits).to.deep.equal([250, 500, 9000, 2000, 4000, 8000, 250]);
    expect(reported).to.deep.equal(waits);
    // A poll after a failure is answered at once.
    const polls = sent.filter(({ path, method }) => path === '/events' && method === 'GET');
    expect(polls.map(({ form }) => form.dont_block)).to.deep.equal([...Array(5).fill('true'), undefined, 'true']);
  });

  it('never waits longer than half a minute unless the server asks for it', async () => {
    const { waits } = await following(
      [...Array.from({ length: 20 }, () => noNetwork), registered('1:1', 1), events(2)],
      2,
    );
    expect(Math.max(...waits)).to.equal(15_000);
  });

  it('waits for at most two minutes, whatever the server asks for', async () => {
    const away = (seconds: string) => failed(503, {}, { 'retry-after': seconds });
    const { waits } = await following([away('60'), away('3600'), away('1e12'), registered('1:1', 1), events(2)], 2);
    expect(waits).to.deep.equal([60_000, 120_000, 120_000]);
  });

  it('registers again if the queue is gone, and passes on the new state', async () => {
    const { heard, waits } = await following(
      [registered('1:1', 10), events(11), gone, registered('2:2', 30), events(31)],
      31,
    );
    expect(heard).to.deep.equal([['1:1', false], 11, ['2:2', true], 31]);
    expect(waits).to.deep.equal([]);
  });

  it('registers again if the server does not know the event, and waits if that does not help', async () => {
    const unknown = failed(400, { code: 'BAD_REQUEST' });
    const script = [registered('1:1', 10), unknown, registered('2:2', 5), unknown, registered('3:3', 5), events(6)];
    const { heard, waits } = await following(script, 6);
    expect(heard).to.deep.equal([['1:1', false], ['2:2', true], ['3:3', true], 6]);
    expect(waits).to.have.length(1);
  });

  it('throws errors that a retry cannot repair', async () => {
    expect(await failure(following([failed(401)], 1))).to.include({ status: 401 });
    expect(await failure(following([registered('1:1', 1), failed(401)], 2))).to.include({ status: 401 });
    expect(await failure(following([failed(400)], 1))).to.include({ status: 400 });
    // Before the first registration, an answer of another server means a wrong address.
    expect(await failure(following([{ status: 200, body: '<html>' }], 1))).to.include({ status: 200 });
  });

  it('throws the error of a callback, even if it looks like an error of the network', async () => {
    const mistake = new TypeError('a mistake of the program');
    const fails = () => {
      throw mistake;
    };
    expect(await failure(following([registered('1:1', 1)], 2, { onState: fails }))).to.equal(mistake);
    expect(await failure(following([registered('1:1', 1), events(2)], 2, { onEvent: fails }))).to.equal(mistake);
  });

  it('ends the queue even if it throws', async () => {
    const fails = () => {
      throw new Error('a mistake of the program');
    };
    for (const [script, callback] of [
      [[registered('1:1', 1)], { onState: fails }],
      [[registered('1:1', 1), events(2)], { onEvent: fails }],
      [[registered('1:1', 1), failed(503)], { onTrouble: fails }],
      [[registered('1:1', 1), failed(401)], {}],
    ] as const) {
      const { settings, sent } = fakeServer([...script, ok()]);
      const following = new VerbatimClient(account, settings).follow({ onEvent: () => undefined, ...callback });
      expect(await failure(following)).to.be.an('error');
      expect(sent.at(-1)).to.deep.include({ method: 'DELETE', path: '/events' });
      expect(sent.at(-1)?.form).to.include({ queue_id: '1:1' });
    }
  });

  it('ends while it polls and while it waits', async () => {
    for (const at of ['poll', 'wait'] as const) {
      const stop = new AbortController();
      const polling = (signal: AbortSignal) =>
        new Promise<Response>((_, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
          stop.abort();
        });
      const { settings, sent } = fakeServer([registered('1:1', 1), at === 'poll' ? polling : noNetwork, ok()]);
      const wait = async () => stop.abort();
      const client = new VerbatimClient(account, { ...settings, wait });
      await client.follow({ onEvent: () => undefined, signal: stop.signal });
      expect(sent.at(-1)?.method).to.equal('DELETE');
    }
  });
});
