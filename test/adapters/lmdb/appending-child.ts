/**
 * A process that appends until it is killed, or a given number of times: `appending-child.ts <folder> <run> <writers> [times]`. It writes a
 * line to its output before and after each append (unbuffered, so that the order of lines and disk writes is that of the calls).
 */
import { writeSync } from 'node:fs';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { newEvent } from '../../contracts/event-log/fixture.ts';

const [folder = '', run = '', writers = '1', times = 'Infinity'] = process.argv.slice(2);
const stdout = 1;

const log = await openLmdbEventLog(folder);
const text = 'x'.repeat(400);

/** The reader may be slow: then the pipe is full for a while. */
function say(line: string): void {
  for (let rest = Buffer.from(line); rest.length > 0; )
    try {
      rest = rest.subarray(writeSync(stdout, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
}

const write = async (writer: number): Promise<void> => {
  for (let revision = 0; revision < Number(times); revision += 1) {
    const stream = `kill-${run}.${writer}`;
    const event = newEvent({ text });
    say(`begin ${event.id}\n`);
    const result = await log.append(stream, [event], revision === 0 ? 'none' : revision - 1);
    say(result.ok ? `done ${event.id} ${result.position}\n` : `refused ${JSON.stringify(result)}\n`);
    if (!result.ok) return;
  }
};

await Promise.all(Array.from({ length: Number(writers) }, (_, writer) => write(writer)));
await log.close();
