/**
 * Bodies of requests without an answer stay in memory. Beyond a number of bytes, the user with the most loses the
 * oldest ones.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { z } from 'zod';
import { founded, newUser } from '../../support/past-events.ts';
import { echo, echoedParameters } from '../echo.ts';
import { type App, as, ask, startApp } from '../stub-app.ts';

const bodiesMax = 25_000;
/** Two such bodies are not too much, and three are. */
const size = 10_000;
const missing = 1_000;

const waits = echo('POST', '/waits', echoedParameters, { handle: () => new Promise(() => undefined) });
const endpoints = [
  waits,
  echo('POST', '/things', echoedParameters),
  echo('POST', '/known', echoedParameters, { access: 'user' }),
  echo('GET', '/alive', z.object({})),
];

const types = {
  'a form': ['application/x-www-form-urlencoded', 'content='],
  JSON: ['application/json', '{"content":"'],
  'a multipart form': [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\n',
  ],
} as const;

describe('bodies of requests without an answer', () => {
  let app: App;
  const start = async (): Promise<void> => {
    app = await startApp(
      endpoints,
      [founded(), ...newUser(1), ...newUser(2)],
      {},
      undefined,
      undefined,
      undefined,
      bodiesMax,
    );
  };

  /** A client that has sent a body of `size` bytes but for the last `left`. The server has received these bytes. */
  const sent = async (path: string, left = 0, type: keyof typeof types = 'a form', user?: number): Promise<Socket> => {
    const socket = connect(app.port, '127.0.0.1').on('error', () => undefined);
    await once(socket, 'connect');
    const [contentType, begin] = types[type];
    const { Authorization } = user === undefined ? { Authorization: '' } : as(user);
    const head = [
      `POST /api/v1${path} HTTP/1.1`,
      ...['Host: x', 'Connection: close', `Content-Type: ${contentType}`, `Content-Length: ${size}`],
      ...(user === undefined ? [] : [`Authorization: ${Authorization}`]),
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${begin.padEnd(size - left, 'x')}`);
    // It came later, so that its answer shows that the body was received.
    expect((await ask(app, '/api/v1/alive')).status).to.equal(200);
    return socket;
  };
  const closed = (socket: Socket): Promise<unknown> => once(socket.resume(), 'close');

  for (const type of Object.keys(types) as (keyof typeof types)[])
    it(`${type} that is incomplete: the oldest loses its connection, and others continue (bodyBytesHeldMax)`, async () => {
      await start();
      const oldest = await sent('/things', missing, type);
      const ended = closed(oldest);
      const others = [await sent('/things', missing), await sent('/things', missing)];
      await ended;
      for (const other of others) {
        other.write('x'.repeat(missing));
        expect(String((await once(other, 'data'))[0])).to.match(/^HTTP\/1\.1 200 /);
      }
      await app.close();
    });

  it('count for as long as their requests wait', async () => {
    await start();
    const oldest = await sent('/waits');
    const ended = closed(oldest);
    const others = [await sent('/waits'), await sent('/waits')];
    await ended;
    for (const other of others) other.destroy();
    await app.close();
  });

  it('with long headers: these count, too (headerBytesHeldMin)', async () => {
    await start();
    const waiting = async (): Promise<Socket> => {
      const socket = connect(app.port, '127.0.0.1').on('error', () => undefined);
      socket.write(`POST /api/v1/waits HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(size)}\r\n\r\n`);
      await once(socket, 'connect');
      expect((await ask(app, '/api/v1/alive')).status).to.equal(200);
      return socket;
    };
    const ended = closed(await waiting());
    const others = [await waiting(), await waiting()];
    await ended;
    for (const other of others) other.destroy();
    await app.close();
  });

  it('do not count after the answer', async () => {
    await start();
    const oldest = await sent('/things', missing);
    for (let count = 0; count < 5; count += 1) await closed(await sent('/things'));
    oldest.write('x'.repeat(missing));
    expect(String((await once(oldest, 'data'))[0])).to.match(/^HTTP\/1\.1 200 /);
    await app.close();
  });

  it('of the user with the most are given up', async () => {
    await start();
    const modest = await sent('/known', missing, 'a form', 1);
    const oldest = await sent('/known', missing, 'a form', 2);
    const ended = closed(oldest);
    const newest = await sent('/known', missing, 'a form', 2);
    await ended;
    for (const other of [modest, newest]) {
      other.write('x'.repeat(missing));
      expect(String((await once(other, 'data'))[0])).to.match(/^HTTP\/1\.1 200 /);
    }
    await app.close();
  });
});
