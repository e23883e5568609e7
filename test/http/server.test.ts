import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { z } from 'zod';
import type { AnyEndpoint } from '../../src/http/define-endpoint.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { withResolvers } from '../support/with-resolvers.ts';
import { echo, echoes } from './echo.ts';
import { ask, exchange, startApp } from './stub-app.ts';

const hasty = { headers: 50, request: 100, checking: 10, idle: 65_000, stalled: 30_000, linger: 50, shutdown: 200 };

/** An endpoint that signals when it is called and then waits for the test to release it. */
function waiting(): { endpoint: AnyEndpoint; reached: Promise<void>; goOn: () => void } {
  const { promise: allowed, resolve: goOn } = withResolvers();
  const { promise: reached, resolve: reach } = withResolvers();
  const endpoint = echo('GET', '/waits', z.object({}), {
    handle: async () => {
      reach();
      await allowed;
      return { waited: true };
    },
  });
  return { endpoint, reached, goOn };
}

const bodyOf = (reply: string): unknown => JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4));

describe('connections', () => {
  it('headers that come too slowly: 408 in the same form, and the connection ends', async () => {
    const app = await startApp(echoes, [], {}, hasty);
    const reply = await exchange(app, 'GET /api/v1/things HTTP/1.1\r\nHost: x\r\nX-Slow:', { thenEnd: false });
    expect(reply).to.match(/^HTTP\/1\.1 408 /);
    expect(bodyOf(reply)).to.deep.equal({ result: 'error', msg: 'Request Timeout', code: 'REQUEST_TIMEOUT' });
    await app.close();
  });

  it('a body that comes too slowly ends the connection, and only that', async () => {
    const app = await startApp(echoes, [], {}, hasty);
    const head = 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\ncontent=';
    const reply = await exchange(app, head, { thenEnd: false });
    expect(reply).to.match(/^HTTP\/1\.1 408 /);
    let status: number;
    // On a busy machine, this request may be too slow as well.
    do status = (await ask(app, '/api/v1/things')).status;
    while (status === 408);
    expect(status).to.equal(200);
    expect(app.logged).to.deep.equal([]);
    await app.close();
  });

  it('a client that does not close its side after a 408 is disconnected', async () => {
    const app = await startApp(echoes, [], {}, { ...hasty, shutdown: 600_000 });
    const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.write('GET /api/v1/things HTTP/1.1\r\nHost: x\r\nX-Slow:');
    await once(socket.resume(), 'end');
    // No request is in flight, so only an open connection could delay closing.
    await app.close();
    socket.destroy();
  });

  it('many requests before the first answer: pipelinedMax are begun, and one more ends the connection', async () => {
    let begun = 0;
    const { endpoint, goOn } = waiting();
    const counted: AnyEndpoint = {
      ...endpoint,
      handle: (call, services) => {
        begun += 1;
        return endpoint.handle(call, services);
      },
    };
    const app = await startApp([counted, ...echoes]);
    const waits = 'GET /api/v1/waits HTTP/1.1\r\nHost: x\r\n\r\n';
    expect(await exchange(app, waits.repeat(limits.pipelinedMax + 100), { thenEnd: false })).to.equal('');
    expect(begun).to.equal(limits.pipelinedMax);
    goOn();
    const quick = 'GET /api/v1/things HTTP/1.1\r\nHost: x\r\n';
    const replies = await exchange(
      app,
      `${`${quick}\r\n`.repeat(limits.pipelinedMax - 1)}${quick}Connection: close\r\n\r\n`,
    );
    expect(replies.match(/HTTP\/1\.1 200 /g)).to.have.length(limits.pipelinedMax);
    await app.close();
  });

  it('long headers of requests that wait for an earlier answer end the connection; those of the first do not count (pipelinedHeaderBytesMax)', async () => {
    const { endpoint, goOn } = waiting();
    const app = await startApp([endpoint, ...echoes]);
    const lines = (path: string, bytes: number): string =>
      `GET /api/v1${path} HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(bytes)}\r\n`;
    const first = `${lines('/waits', limits.pipelinedHeaderBytesMax - 1_000)}\r\n`;
    const half = limits.pipelinedHeaderBytesMax / 2;
    const tooMuch = `${lines('/things', half)}\r\n`.repeat(2);
    expect(await exchange(app, first + tooMuch, { thenEnd: false })).to.equal('');
    goOn();
    const [second, last] = [lines('/things', half), lines('/things', half - 1_000)];
    const replies = await exchange(app, `${first}${second}\r\n${last}Connection: close\r\n\r\n`);
    expect(replies.match(/HTTP\/1\.1 200 /g)).to.have.length(3);
    await app.close();
  });

  it('a connection cut in the middle of a body does not disturb other requests', async () => {
    const app = await startApp(echoes);
    const socket = connect(app.port, '127.0.0.1');
    socket.write('POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\ncontent=');
    await once(socket, 'connect');
    socket.destroy();
    await once(socket, 'close');
    expect((await ask(app, '/api/v1/things')).status).to.equal(200);
    expect(app.logged).to.deep.equal([]);
    await app.close();
  });

  const noHttp: [string, string, number][] = [
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['headers beyond all measure', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(70_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400],
    ['a proxy asked for', 'CONNECT example.com:80 HTTP/1.1\r\nHost: x\r\n\r\n', 405],
    [
      'an unknown expectation',
      'POST /api/v1/things HTTP/1.1\r\nHost: x\r\nExpect: cake\r\nContent-Length: 9\r\n\r\n',
      417,
    ],
    ['no Host', 'GET /api/v1/things HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ];
  for (const [name, bytes, status] of noHttp)
    it(`${name}: ${status}, in the same form`, async () => {
      const app = await startApp(echoes);
      const reply = await exchange(app, bytes, { thenEnd: false });
      expect(reply).to.match(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(bodyOf(reply)).to.include({ result: 'error' });
      await app.close();
    });

  it('a connection reset after CONNECT does not disturb other requests', async () => {
    const app = await startApp(echoes);
    for (let attempt = 0; attempt < 50; attempt += 1) {
      const socket = connect(app.port, '127.0.0.1');
      await once(socket, 'connect');
      socket.write(`CONNECT example.com:80 HTTP/1.1\r\nHost: x\r\n\r\n${'x'.repeat(100 * attempt)}`);
      const gone = once(socket, 'close');
      setImmediate(() => socket.resetAndDestroy());
      await gone;
    }
    expect((await ask(app, '/api/v1/things')).status).to.equal(200);
    await app.close();
  });
});

describe('shutting down', () => {
  it('answers requests in flight, ends polls, closes idle connections, refuses new ones', async () => {
    const { endpoint, reached, goOn } = waiting();
    const app = await startApp([endpoint, ...echoes]);
    const agent = new Agent({ keepAlive: true });
    const get = (path: string) =>
      new Promise<{ text: string; connection: string | undefined }>((resolve, reject) => {
        request({ port: app.port, path, agent }, (incoming) => {
          let text = '';
          incoming.on('data', (chunk) => {
            text += chunk;
          });
          incoming.on('end', () => resolve({ text, connection: incoming.headers.connection }));
        })
          .on('error', reject)
          .end();
      });
    const inFlight = get('/api/v1/waits');
    await reached;
    expect((await get('/api/v1/things')).connection).to.equal('keep-alive');
    app.polls.onClose = goOn;
    await app.close();
    expect(app.polls.closed).to.equal(true);
    const { text, connection } = await inFlight;
    expect(JSON.parse(text)).to.include({ result: 'success', waited: true });
    expect(connection).to.equal('close');
    const refused = await ask(app, '/api/v1/things').catch((error: NodeJS.ErrnoException) => error.code);
    expect(refused).to.equal('ECONNREFUSED');
    agent.destroy();
  });

  it('gives up on a handler that never ends', async () => {
    const { endpoint, reached, goOn } = waiting();
    const app = await startApp([endpoint], [], {}, hasty);
    const outcome = ask(app, '/api/v1/waits').catch((error: NodeJS.ErrnoException) => error.code);
    await reached;
    await app.close();
    expect(await outcome).to.equal('ECONNRESET');
    goOn();
  });

  it('a port in use is an error of starting', async () => {
    const app = await startApp(echoes);
    const second = await startApp(echoes, [], { VERBATIM_PORT: String(app.port) }).catch(
      (error: NodeJS.ErrnoException) => error.code,
    );
    expect(second).to.equal('EADDRINUSE');
    await app.close();
  });
});
