/** How the command line opens the file of the log: the process that has the data open pauses its writes. */
import { z } from 'zod';
import { settlesWithin } from '../define/settles-within.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { WhilePaused } from '../ports/while-paused.ts';
import { logOpenSecs } from '../vocabulary/limits.ts';
import { sendLine } from './json-lines.ts';
import { holderOf } from './sockets.ts';

/** `pid`: the process that will open the file. It closes the connection when the file is open. */
export const PauseRequest = z.object({ pauseFor: z.int().positive() });
export type PauseRequest = z.infer<typeof PauseRequest>;
const Paused = z.object({ paused: z.literal(true) });

/** If no process has the data open, the file is opened at once. */
export const whileNobodyWrites =
  (data: string): WhilePaused =>
  async (open) => {
    for (;;) {
      const met = await holderOf(data);
      if (!met) return open(false);
      try {
        sendLine(met.socket, { pauseFor: process.pid } satisfies PauseRequest);
        const line = await met.lines.next();
        // The process has ended, and another one may have started.
        if (line === undefined) continue;
        if (!Paused.safeParse(line).success)
          throw new Error('the running server cannot pause while its log is opened: is it of another version?');
        return await open(true);
      } finally {
        met.socket.destroy();
      }
    }
  };

/**
 * The side of the process that has the data open. `gone` resolves when the connection is closed. A process that does not open the file in
 * time is killed, because the log cannot be written to meanwhile.
 */
export async function pauseFor(
  { pauseFor: pid }: PauseRequest,
  { pauseWrites }: Pick<EventLog, 'pauseWrites'>,
  send: (value: unknown) => void,
  gone: Promise<unknown>,
  openMs = logOpenSecs * 1000,
): Promise<void> {
  const pause = pauseWrites ?? ((work) => work());
  await pause(async () => {
    send({ paused: true } satisfies z.infer<typeof Paused>);
    if (await settlesWithin(openMs, gone)) return;
    killed(pid);
    await gone;
  });
}

function killed(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended, or belongs to another user. In either case the log is not written to before its connection is closed.
  }
}
