/** Which of the files in a folder is the store. */
import { copyFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { collect, ids, newEvent, newStream } from '../../contracts/event-log/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('the folder of an lmdb store', () => {
  it('loses the leftovers of an interrupted scrub, complete or partial', async () => {
    const folder = temporaryFolder();
    const event = newEvent();
    let log = await openLmdbEventLog(folder);
    await log.append(newStream(), [event], 'none');
    await log.close();
    const [file = ''] = readdirSync(folder).filter((name) => name.endsWith('.mdb'));
    // Two cases: killed during the copy, and killed after the rename and before the removal of the old file.
    writeFileSync(join(folder, 'log-9.mdb.partial'), 'torn');
    writeFileSync(join(folder, 'log-9.mdb.partial-lock'), 'torn');
    copyFileSync(join(folder, file), join(folder, 'log-2.mdb'));
    renameSync(join(folder, file), join(folder, 'log-1.mdb'));
    log = await openLmdbEventLog(folder);
    expect(ids(await collect(log.readAll(0)))).to.deep.equal([event.id]);
    await log.close();
    expect(readdirSync(folder).filter((name) => name.includes('.mdb'))).to.have.members([
      'log-2.mdb',
      'log-2.mdb-lock',
    ]);
  });
});
