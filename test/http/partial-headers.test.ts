/**
 * Incomplete headers stay in memory. Beyond a number of bytes, the network that has sent the most is
 * disconnected.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { timeouts } from '../../src/http/server.ts';
import { echoes } from './echo.ts';
import { type App, ask, startApp } from './stub-app.ts';

const headersMax = 100_000;

describe('incomplete headers', () => {
  let app: App;
  beforeEach(async () => {
    const often = { ...timeouts, checking: 10 };
    app = await startApp(echoes, [], {}, often, undefined, undefined, undefined, headersMax);
  });
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await app.close();
  });

  // Linux has all addresses that begin with 127.
  const [greedy, modest] = ['127.0.0.1', '127.0.0.2'];

  const opened = async (localAddress: string): Promise<Socket> => {
    const socket = connect({ port: app.port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  /** The server has received these bytes of headers when this resolves. */
  const begin = async (socket: Socket, bytes: number): Promise<Socket> => {
    socket.write('GET /api/v1/things HTTP/1.1\r\nHost: x\r\nX-Long: '.padEnd(bytes, 'x'));
    // It came later.
    expect((await ask(app, '/api/v1/things')).status).to.equal(200);
    return socket;
  };
  const finish = async (socket: Socket): Promise<string> => {
    socket.write('\r\n\r\n');
    return String((await once(socket, 'data'))[0]);
  };
  const closed = (socket: Socket): Promise<unknown> => once(socket.resume(), 'close');

  it('of the network with the most close its connection with the most, and others continue (partialHeaderBytesMax)', async () => {
    const idle = await opened(greedy);
    const few = await begin(await opened(modest), 20_000);
    const most = await begin(await opened(greedy), 45_000);
    const ended = closed(most);
    const other = await begin(await opened(greedy), 40_000);
    await ended;
    for (const socket of [few, other, await begin(idle, 1_000)])
      expect(await finish(socket)).to.match(/^HTTP\/1\.1 200 /);
    const text = 'clients are disconnected, because the headers of too many requests are incomplete';
    expect(app.logged).to.deep.equal([{ level: 'warn', facts: { bytes: headersMax }, text }]);
  });

  it('count after an earlier request on the connection, which does not count itself', async () => {
    const answered = [await opened(greedy), await opened(greedy), await opened(greedy)];
    for (const socket of answered) expect(await finish(await begin(socket, 45_000))).to.match(/^HTTP\/1\.1 200 /);
    const [one, ...others] = answered as [Socket, Socket, Socket];
    await begin(await opened(modest), 40_000);
    await begin(await opened('127.0.0.3'), 40_000);
    const ended = closed(one);
    await begin(one, 45_000);
    await ended;
    for (const socket of others) expect(await finish(await begin(socket, 1_000))).to.match(/^HTTP\/1\.1 200 /);
  });
});
