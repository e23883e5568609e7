/** An export of a history, for tests of replays. */
import { join } from 'node:path';
import { exportTo } from '../../src/audit/export.ts';
import { mixedLog } from '../audit/log-fixture.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The two organizations of `test/audit/log-fixture.ts`, `test` and `other`. */
export async function exportedFile(realm: number | 'all' = 'all'): Promise<string> {
  const folder = temporaryFolder();
  const log = await mixedLog(folder);
  try {
    const path = join(folder, 'export.ndjson');
    await exportTo(log, { realm, path });
    return path;
  } finally {
    await log.close();
  }
}
