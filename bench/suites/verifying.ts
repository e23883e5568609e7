/** `verbatim verify` over a whole log, compared with reading the same file and hashing each record. Each runs in a new process. */
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { RawScanTasks } from '../limits/raw-scan.ts';
import { inRounds } from '../measure/rounds.ts';
import { higher, type Suite } from '../ratio.ts';
import { seededFolder } from '../seed.ts';
import { programOptions, startServer } from '../server.ts';
import type { VerifyTasks } from '../workers/verify.ts';
import { inYoungProcess } from '../workers/worker.ts';

/** With 100,000 messages, half of the time would be compiling. */
const size = { users: 1_000, channels: 200, messages: 400_000 };

/** The service seals what it finds in its log. */
async function sealed(data: string): Promise<void> {
  const server = await startServer({ data });
  for (;;) {
    const metrics = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    if (/^verbatim_unsealed_events 0$/m.test(metrics)) break;
    await delay(500);
  }
  await server.stop();
}

export const verifying: Suite = {
  name: 'verifying',
  ratios: [higher(27, 'verify', 'events verified ÷ scan and SHA-256', '/s', 0.3, 0.6)],
  async run(say) {
    say(`making ${size.messages} messages`);
    const data = await seededFolder(size);
    try {
      say('sealing them');
      await sealed(data);
      return await inRounds(say, async () => {
        const limit = await inYoungProcess<RawScanTasks, number>(
          '../limits/raw-scan.ts',
          async (worker) => (await worker.ask('hash', { data })).perSecond,
        );
        const figure = await inYoungProcess<VerifyTasks, number>(
          'verify.ts',
          async (worker) => (await worker.ask('verify', { data })).perSecond,
          programOptions,
        );
        return { verify: { figure, limit } };
      });
    } finally {
      rmSync(data, { recursive: true, force: true });
    }
  },
};
