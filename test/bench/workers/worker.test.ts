import { readdirSync } from 'node:fs';
import { expect } from 'chai';
import type { RawAppendTasks } from '../../../bench/limits/raw-append.ts';
import { startWorker } from '../../../bench/workers/worker.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a worker of the benchmark', () => {
  const { TMPDIR } = process.env;
  after(() => {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });

  it('leaves nothing running when it is stopped', async () => {
    const folder = temporaryFolder();
    process.env.TMPDIR = folder;
    const made = () => readdirSync(folder).filter((name) => name.startsWith('verbatim-bench'));
    const worker = startWorker<RawAppendTasks>('../limits/raw-append.ts');
    await worker.ask('grow', { events: 1 });
    expect(made()).to.have.length(1);
    await worker.stop();
    expect(made()).to.deep.equal([]);
  });
});
