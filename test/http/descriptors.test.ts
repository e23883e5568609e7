import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { connectionsMax, transfersMax } from '../../src/http/descriptors.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { echoes } from './echo.ts';
import { type App, ask, startApp } from './stub-app.ts';

const openedBy = async ({ port }: App, localAddress = '127.0.0.1'): Promise<Socket> => {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  return socket;
};
const closed = (socket: Socket): Promise<unknown> => once(socket.resume(), 'close');

describe('the connections of clients', () => {
  it('and the files that are sent to them use a part of the file descriptors, so that the process has others (transfersAtOnceMax, transferPercentMax, connectionPercentMax)', () => {
    const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
    const descriptors = limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
    expect(connectionsMax()).to.equal(Math.floor((descriptors * limits.connectionPercentMax) / 100));
    const share = Math.floor((descriptors * limits.transferPercentMax) / 100);
    expect(transfersMax()).to.equal(Math.min(limits.transfersAtOnceMax, share));
  });

  it('are closed at once beyond that, which is logged once a minute', async () => {
    const app = await startApp(echoes, [], {}, undefined, undefined, 2);
    const open = () => openedBy(app);
    const [first, second] = [await open(), await open()];
    for (let more = 0; more < 3; more += 1) {
      const socket = await open();
      await once(socket.resume(), 'close');
    }
    expect(app.logged).to.deep.equal([
      { level: 'warn', facts: { connections: 2 }, text: 'clients are disconnected, because too many are connected' },
    ]);
    first.end();
    await once(first.resume(), 'close');
    expect((await ask(app, '/api/v1/things')).status).to.equal(200);
    second.destroy();
    await app.close();
  });

  // Linux has all addresses that begin with 127.
  const [greedy, modest] = ['127.0.0.1', '127.0.0.2'];

  it('of the network with the most are closed in favour of those of others', async () => {
    const app = await startApp(echoes, [], {}, undefined, undefined, 3);
    const [first, second, third] = [await openedBy(app), await openedBy(app), await openedBy(app)];
    const firstClosed = closed(first);
    const other = await openedBy(app, modest);
    await firstClosed;
    const secondClosed = closed(second);
    const last = await openedBy(app, '127.0.0.3');
    await secondClosed;
    // None has more than another one now.
    await closed(await openedBy(app, greedy));
    await closed(await openedBy(app, modest));
    await closed(await openedBy(app, '127.0.0.4'));
    for (const socket of [third, other, last]) {
      socket.write('GET /api/v1/things HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).to.match(/^HTTP\/1\.1 200 /);
      socket.destroy();
    }
    await app.close();
  });

  it('are not closed behind proxies, whose connections are those of many clients', async () => {
    const app = await startApp(echoes, [], { VERBATIM_TRUSTED_PROXIES: greedy }, undefined, undefined, 2);
    const sockets = [await openedBy(app), await openedBy(app)];
    await closed(await openedBy(app, modest));
    for (const socket of sockets) socket.destroy();
    await app.close();
  });
});
