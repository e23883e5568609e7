import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundled } from '../../support/bundled.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a sealer that is stopped while it seals', () => {
  it('leaves nothing behind that keeps the process alive', async function () {
    this.timeout(60_000);
    const program = bundled(join(import.meta.dirname, 'stopped-child.ts'));
    const child = spawn(process.execPath, [program, join(temporaryFolder(), 'log')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // One that stays would outlive the tests.
    const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
    const [code] = await once(child, 'exit');
    clearTimeout(late);
    expect(code).to.equal(0);
  });
});
