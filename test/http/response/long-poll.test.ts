/** Answers to long polls, given after their handler has returned. */
import { once } from 'node:events';
import { connect } from 'node:net';
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect } from 'chai';
import { z } from 'zod';
import { LongPoll, type Reply } from '../../../src/define/endpoint.ts';
import type { AnyEndpoint } from '../../../src/http/define-endpoint.ts';
import { raw } from '../../../src/http/request/parameters.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { founded, newUser } from '../../support/past-events.ts';
import { deactivated, keyRotated, realmDeactivated } from '../../support/writes.ts';
import { echo, echoes } from '../echo.ts';
import { as, ask, exchange, startApp } from '../stub-app.ts';

/** Waiting calls, and weak references to their objects. */
function waitingRoom(access: AnyEndpoint['access'] = 'anyone') {
  const replies: Reply[] = [];
  const held: WeakRef<object>[] = [];
  let left = 0;
  let arrived = (): void => undefined;
  const endpoint = echo('GET', '/events', z.object({ name: raw() }), {
    access,
    handle: async (call) => {
      held.push(new WeakRef(call), new WeakRef(call.parameters));
      return new LongPoll(async (reply) => {
        replies.push(reply);
        reply.whenGone(() => {
          left += 1;
          arrived();
        });
        arrived();
      });
    },
  });
  const until = async (what: () => boolean): Promise<void> => {
    while (!what())
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
  };
  return {
    endpoint,
    replies,
    held,
    arrive: (count: number) => until(() => replies.length === count),
    leave: (count: number) => until(() => left === count),
  };
}

const request = (name: string, more = ''): string =>
  `GET /api/v1/events?name=${name} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const success = { result: 'success', msg: '' };

describe('the reply to a long poll', () => {
  it('has the headers of every other answer', async () => {
    const room = waitingRoom('user');
    const app = await startApp([room.endpoint, ...echoes], [founded(), ...newUser(1)], {
      VERBATIM_REQUESTS_PER_MINUTE_MAX: '60',
      VERBATIM_TRUSTED_PROXIES: '127.0.0.1',
    });
    const headers = { ...as(1), 'X-Request-Id': '0123456789abcdef0123456789abcdef' };
    const asked = ask(app, '/api/v1/events?name=a', { headers });
    await room.arrive(1);
    room.replies[0]?.answer({ said: 'ü' });
    const { status, json, headers: got } = await asked;
    expect([status, json]).to.deep.equal([200, { ...success, said: 'ü' }]);
    const other = await ask(app, '/api/v1/things', { headers });
    for (const header of ['content-type', 'cache-control', 'x-request-id', 'connection', 'keep-alive'])
      expect(got[header], header).to.equal(other.headers[header]);
    expect(Object.keys(got)).to.include.members(['content-length', 'date', 'x-ratelimit-remaining']);
    await app.close();
  });

  it('is sent once: later replies are ignored', async () => {
    const room = waitingRoom();
    const app = await startApp([room.endpoint]);
    const asked = ask(app, '/api/v1/events?name=a');
    await room.arrive(1);
    const [reply] = room.replies;
    reply?.answer({ number: 1 });
    reply?.answer({ number: 2 });
    reply?.fail(new Error('too late'));
    expect((await asked).json).to.deep.equal({ ...success, number: 1 });
    expect(app.logged).to.deep.equal([]);
    await app.close();
  });

  it('may be a refusal; an unexpected error is logged and not shown to the client', async () => {
    const room = waitingRoom();
    const app = await startApp([room.endpoint]);
    const asked = [ask(app, '/api/v1/events?name=a'), ask(app, '/api/v1/events?name=b')];
    await room.arrive(2);
    room.replies[0]?.fail(new Refused({ code: 'queue-foreign-poll' }));
    room.replies[1]?.fail(new Error('secret'));
    const statuses = (await Promise.all(asked)).map(({ status, text }) => [status, text.includes('secret')]);
    expect(statuses.sort()).to.deep.equal([
      [400, false],
      [500, false],
    ]);
    expect(app.logged.map(({ level }) => level)).to.deep.equal(['error']);
    await app.close();
  });

  it('is a refusal for a caller who would be refused now', async () => {
    const room = waitingRoom('user');
    const app = await startApp([room.endpoint], [founded(), ...newUser(1), ...newUser(2), ...newUser(3)]);
    const asked = [1, 2, 3].map((userId) => ask(app, `/api/v1/events?name=${userId}`, { headers: as(userId) }));
    await room.arrive(3);
    app.happens([keyRotated(1, 2), deactivated(2)]);
    for (const reply of room.replies) reply.answer({ secret: 'words' });
    const answers = (await Promise.all(asked)).map(({ status, json }) => [status, json.msg, json.secret]);
    expect(answers).to.deep.equal([
      [401, 'Invalid API key', undefined],
      [401, 'Account is deactivated', undefined],
      [200, '', 'words'],
    ]);
    await app.close();
  });

  it('is that the organization is deactivated, and not that its queue is gone', async () => {
    const room = waitingRoom('user');
    const app = await startApp([room.endpoint], [founded(), ...newUser(1)]);
    const asked = ask(app, '/api/v1/events?name=a', { headers: as(1) });
    await room.arrive(1);
    app.happens([realmDeactivated()]);
    room.replies[0]?.fail(new Refused({ code: 'queue-missing', queueId: '1:1' as QueueId }));
    expect((await asked).json).to.have.property('msg', 'This organization has been deactivated');
    await app.close();
  });

  it('keeps the order of pipelined requests, and the connection stays open', async () => {
    const room = waitingRoom();
    const app = await startApp([room.endpoint, ...echoes]);
    const replies = exchange(
      app,
      `${request('a')}${request('b')}GET /api/v1/things HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
      { thenEnd: false },
    );
    await room.arrive(2);
    room.replies[1]?.answer({ number: 2 });
    room.replies[0]?.answer({ number: 1 });
    const text = await replies;
    expect([...text.matchAll(/"number":(\d)|"path":"(\/things)"/g)].map((match) => match[1] ?? match[2])).to.deep.equal(
      ['1', '2', '/things'],
    );
    await app.close();
  });

  it('to HEAD has no body', async () => {
    const room = waitingRoom();
    const app = await startApp([room.endpoint]);
    const asked = ask(app, '/api/v1/events?name=a', { method: 'HEAD' });
    await room.arrive(1);
    room.replies[0]?.answer({ number: 1 });
    const { status, text, headers } = await asked;
    expect([status, text, Number(headers['content-length'])]).to.deep.equal([200, '', 41]);
    await app.close();
  });

  it('ends when the client disconnects, also behind another pipelined request', async () => {
    const room = waitingRoom();
    const app = await startApp([room.endpoint]);
    const socket = connect(app.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(request('a') + request('b'));
    await room.arrive(2);
    expect(room.replies.map(({ gone }) => gone)).to.deep.equal([false, false]);
    socket.resetAndDestroy();
    await room.leave(2);
    for (const reply of room.replies) reply.answer({});
    await app.close();
  });

  it('does not keep the call and its parameters in memory while the client waits', async () => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc') as () => void;
    const room = waitingRoom();
    const app = await startApp([room.endpoint]);
    const sockets = Array.from({ length: 50 }, (_, number) => {
      const socket = connect(app.port, '127.0.0.1');
      socket.write(request(`number-${number}`));
      return socket;
    });
    await room.arrive(sockets.length);
    const kept = (): unknown[] => room.held.filter((one) => one.deref() !== undefined);
    // The last calls are held until koa has returned from them.
    for (let turn = 0; turn < 100 && kept().length > 0; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      collect();
    }
    expect(kept()).to.deep.equal([]);
    for (const socket of sockets) socket.destroy();
    await room.leave(sockets.length);
    await app.close();
  });
});
