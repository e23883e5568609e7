import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { bundled } from '../../support/bundled.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { registered } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sealedIn, sealing } from '../../support/sealed.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a sealer that is stopped', () => {
  it('seals the last events first', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(`${folder}/log`);
    await appendEvents(log, [registered, ...organization()]);
    const { engine, close } = await engineIn(folder, { log, sealing: { ...sealing, withinMs: 60_000 } });
    await engine.follower.catchUp();
    expect((await sealedIn(log)).ids).to.deep.equal([]);
    await close();
    const { ids, unsealed } = await sealedIn(log);
    expect([ids.length > 3, unsealed]).to.deep.equal([true, []]);
    await log.close();
  });

  it('leaves nothing that keeps the process alive, even while it seals', async function () {
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
