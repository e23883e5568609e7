/** Folding the log at a start, and rebuilding the read models, compared with scanning the same file and parsing it. Each runs in a new process, as a start does. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RawScanTasks } from '../limits/raw-scan.ts';
import { inRounds } from '../measure/rounds.ts';
import { higher, type Suite } from '../ratio.ts';
import { seededFolder } from '../seed.ts';
import { startServer } from '../server.ts';
import type { ReplayTasks } from '../workers/replay.ts';
import { inYoungProcess } from '../workers/worker.ts';

const size = { users: 1_000, channels: 200, messages: 160_000 };

/** Starts the server without its read models, which it builds from the log before it listens; events a second. */
async function rebuilt(data: string): Promise<number> {
  rmSync(join(data, 'read-models'), { recursive: true, force: true });
  const server = await startServer({ data });
  await server.stop();
  return (server.replayed.events * 1000) / server.replayed.ms;
}

export const replaying: Suite = {
  name: 'replaying',
  ratios: [
    higher(13, 'replay', 'events folded at start ÷ scan and JSON.parse', '/s', 0.3, 0.6),
    higher(14, 'rebuild', 'events into read models ÷ scan and JSON.parse', '/s', 0.06, 0.15),
  ],
  async run(say) {
    say(`making ${size.messages} messages`);
    const data = await seededFolder(size);
    try {
      return await inRounds(say, async () => {
        const scan = await inYoungProcess<RawScanTasks, number>(
          '../limits/raw-scan.ts',
          async (worker) => (await worker.ask('scan', { data })).perSecond,
        );
        const folded = await inYoungProcess<ReplayTasks, number>(
          'replay.ts',
          async (worker) => (await worker.ask('fold', { data })).perSecond,
        );
        return { replay: { figure: folded, limit: scan }, rebuild: { figure: await rebuilt(data), limit: scan } };
      });
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
};
