/**
 * A process that imports a file into a folder's log and is killed at an append: `importing-child.ts <folder> <file> <append>`,
 * before the append if the number is even, during it if it is odd.
 */
import { join } from 'node:path';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { importFrom } from '../../src/audit/import.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { dependenciesOver } from './import-dependencies.ts';

const [folder = '', file = '', last = '0'] = process.argv.slice(2);
const log = await openLmdbEventLog(join(folder, 'log'));
let appends = 0;

const mortal: EventLog = {
  ...log,
  append(...given) {
    appends += 1;
    const isLast = appends === Number(last);
    if (isLast && appends % 2 === 0) process.kill(process.pid, 'SIGKILL');
    const appended = log.append(...given);
    // The log works first, so that a part of the append may be on the disk.
    if (isLast) setImmediate(() => setImmediate(() => process.kill(process.pid, 'SIGKILL')));
    return appended;
  },
};

await importFrom(dependenciesOver(mortal), file);
await log.close();
