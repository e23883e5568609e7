import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { stopSignal } from '../../src/cli/stop-signal.ts';
import { builtProgram } from '../support/built-program.ts';
import { startChild } from '../support/child-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the signal to stop', () => {
  it('a second one ends the process at once, unless it comes together with the first', async () => {
    const process = new EventEmitter();
    const ended: number[] = [];
    let now = 5;
    const signal = stopSignal(
      process,
      () => now,
      (code) => ended.push(code),
    );
    process.emit('SIGINT');
    now += 1000;
    process.emit('SIGINT');
    process.emit('SIGTERM');
    expect(await signal).to.equal('SIGINT');
    expect(ended).to.deep.equal([]);
    now += 1;
    process.emit('SIGTERM');
    expect(ended).to.deep.equal([143]);
  });

  it('forwarded by the parent process, it still stops the server in order', async () => {
    const server = await startChild(temporaryFolder(), { VERBATIM_LOG_LEVEL: 'info' });
    const request = connect(Number(new URL(server.base).port), '127.0.0.1');
    request.write('POST /api/v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\nExpect: 100-continue\r\n\r\n');
    await once(request, 'data');
    const stopping = new Promise<void>((resolve) => {
      server.process.stderr?.on('data', (text) => String(text).includes('stopping') && resolve());
    });
    server.process.kill('SIGINT');
    await stopping;
    const code = server.interrupt();
    request.destroy();
    expect(await code).to.equal(0);
  });

  it('a closed output ends the program without a message', async () => {
    const child = spawn(process.execPath, [builtProgram(), 'help'], { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.destroy();
    const ended = once(child, 'exit');
    expect(await text(child.stderr)).to.equal('');
    expect((await ended)[0]).to.equal(141);
  });

  it('an output that cannot be written is reported in one line, and not with the exit code of a difference', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [builtProgram(), 'help'], { stdio: ['ignore', full, 'pipe'] });
    closeSync(full);
    const ended = once(child, 'exit');
    expect(child.stderr && (await text(child.stderr))).to.match(/^verbatim: the output cannot be written: ENOSPC.*\n$/);
    expect((await ended)[0]).to.equal(2);
  });
});
