/** The example of a receiver, run in a folder of its own, without anything of ours. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'chai';
import { signatureHeaders } from '../../src/push/signature.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

describe('examples/siem-receiver', function () {
  this.timeout(30_000);
  const folder = temporaryFolder();
  let child: ChildProcess;
  let output: AsyncIterator<string>;
  let port: string;
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, ['server.mjs', 'trail.ndjson', '0'], { cwd: folder, env: { SECRET: secret } });
    if (!child.stdout || !child.stderr) throw new Error('it says nothing');
    output = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    port = line.replace('listening on ', '');
  };
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  before(() => {
    copyFileSync(join(import.meta.dirname, '../../examples/siem-receiver/server.mjs'), join(folder, 'server.mjs'));
    return start();
  });
  after(kill);

  const send = async (numbers: readonly number[], by = secret, at = Date.now()): Promise<number> => {
    const body = JSON.stringify(numbers.map((number) => ({ sequence: String(number).padStart(16, '0') })));
    const headers = signatureHeaders(`x-${numbers[0]}`, Math.floor(at / 1000), body, [by]);
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers })).status;
  };
  const taken = (): number[] =>
    readFileSync(join(folder, 'trail.ndjson'), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => Number(JSON.parse(line).sequence));

  it('accepts signed batches, each number once, even after it was killed', async () => {
    expect(await send([1, 2])).to.equal(200);
    expect(await send([1, 2])).to.equal(200);
    await kill();
    // It was killed while it wrote.
    appendFileSync(join(folder, 'trail.ndjson'), '{"sequence":"00000');
    await start();
    expect(await send([2, 3])).to.equal(200);
    expect(taken()).to.deep.equal([1, 2, 3]);
  });

  it('refuses batches that others signed, and old ones', async () => {
    expect(await send([4], `whsec_${Buffer.alloc(32, 8).toString('base64')}`)).to.equal(401);
    expect(await send([4], secret, Date.now() - 600_000)).to.equal(401);
    expect(taken()).to.deep.equal([1, 2, 3]);
  });

  it('reports which numbers are missing', async () => {
    expect(await send([6])).to.equal(200);
    expect((await output.next()).value).to.equal('missing: 4 to 5');
  });
});
