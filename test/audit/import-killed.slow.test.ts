/** An import whose process is killed is finished by the next attempt. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect } from 'chai';
import { exportTo } from '../../src/audit/export.ts';
import { importFrom } from '../../src/audit/import.ts';
import { bundled } from '../support/bundled.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { dependenciesOver } from './import-dependencies.ts';
import { mixedLog, openLog } from './log-fixture.ts';
import { historyOf } from './moving-support.ts';

describe('an import whose process is killed', () => {
  const file = join(temporaryFolder(), 'test.ndjson');
  let count = 0;
  let whole: object[];
  before(async () => {
    const source = await mixedLog();
    count = (await exportTo(source, { realm: 1, path: file })).events;
    await source.close();
    const log = await openLog();
    await importFrom(dependenciesOver(log), file);
    whole = await historyOf(log);
    await log.close();
  });

  for (const append of [1, 2, 9, 14])
    it(`is finished by the next attempt when kill -9 comes at append ${append}`, async () => {
      const data = temporaryFolder();
      const script = bundled(join(import.meta.dirname, 'importing-child.ts'));
      const child = spawn(process.execPath, [script, data, file, String(append)], {
        stdio: ['ignore', 'inherit', 'inherit'],
      });
      expect(await once(child, 'exit')).to.deep.equal([null, 'SIGKILL']);
      const log = await openLog(data);
      const { appended, found } = await importFrom(dependenciesOver(log), file);
      expect(appended + found).to.equal(count);
      expect(await historyOf(log)).to.deep.equal(whole);
      expect((await importFrom(dependenciesOver(log), file)).appended).to.equal(0);
      await log.close();
    });
});
