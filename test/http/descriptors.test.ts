import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect } from 'chai';
import { connectionsMax, transfersMax } from '../../src/http/descriptors.ts';
import { connectionPercentMax, transferPercentMax, transfersAtOnceMax } from '../../src/vocabulary/limits.ts';
import { echoes } from './echo.ts';
import { ask, startApp } from './stub-app.ts';

describe('the connections of clients', () => {
  it('and the files that are sent to them take a part of the file descriptors, so that the process has others', () => {
    const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
    const descriptors = limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
    expect(connectionsMax()).to.equal(Math.floor((descriptors * connectionPercentMax) / 100));
    const share = Math.floor((descriptors * transferPercentMax) / 100);
    expect(transfersMax()).to.equal(Math.min(transfersAtOnceMax, share));
  });

  it('are closed at once beyond that, which is logged once a minute', async () => {
    const app = await startApp(echoes, [], {}, undefined, undefined, 2);
    const open = async () => {
      const socket = connect(app.port, '127.0.0.1');
      await once(socket, 'connect');
      return socket;
    };
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
});
