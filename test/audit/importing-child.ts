/**
 * A process that imports a file into a folder's log and is killed at an append: `importing-child.ts <folder> <file> <append>`,
 * before the append when the number is even, while it is under way when it is odd.
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
    // The log's own turn comes first: part of what is asked for may be on the disk already.
    if (isLast) setImmediate(() => setImmediate(() => process.kill(process.pid, 'SIGKILL')));
    return appended;
  },
};

await importFrom(dependenciesOver(mortal), file);
await log.close();
