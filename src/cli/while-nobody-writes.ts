/** How the command line opens the file of the log: the process that has the data open pauses its writes. */
import { z } from 'zod';
import { settlesWithin } from '../define/settles-within.ts';
import type { Logger } from '../engine/logger.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { WhilePaused } from '../ports/while-paused.ts';
import { limits } from '../vocabulary/limits.ts';
import { sendLine } from './json-lines.ts';
import { firstAnswer, holderOf } from './sockets.ts';
import type { Notify } from './subcommand.ts';

/** `pauseFor`: the id of the process that will open the file. It closes the connection when the file is open. */
export const PauseRequest = z.object({ pauseFor: z.int().positive() });
export type PauseRequest = z.infer<typeof PauseRequest>;
const Paused = z.object({ paused: z.literal(true) });

/** If no process has the data open, the file is opened at once. Only tests set `silentMs`. */
export const whileNobodyWrites =
  (data: string, notify: Notify, silentMs?: number): WhilePaused =>
  async (open) => {
    for (;;) {
      const holder = await holderOf(data);
      if (!holder) return open(false);
      try {
        sendLine(holder.socket, { pauseFor: process.pid } satisfies PauseRequest);
        const line = await firstAnswer(holder, notify, silentMs);
        // The process has ended, and another one may have started.
        if (line === undefined) continue;
        if (!Paused.safeParse(line).success)
          throw new Error(`the running server does not pause while its log is opened: ${JSON.stringify(line)}`);
        return await open(true);
      } finally {
        holder.socket.destroy();
      }
    }
  };

export type PauseParts = {
  readonly log: Pick<EventLog, 'pauseWrites'>;
  readonly logger: Pick<Logger, 'error'>;
  /** Absent: the documented limit. Tests make it small. */
  readonly openMs?: number;
};

/**
 * The side of the process that has the data open. `gone` resolves when the connection is closed. A process that is suspended while it opens
 * the file blocks all writes. It cannot be ended here, because its id may be that of another process: it may run in another container.
 */
export async function pauseFor(
  { pauseFor: pid }: PauseRequest,
  { log, logger, openMs = limits.logOpenSecs * 1000 }: PauseParts,
  send: (value: unknown) => void,
  gone: Promise<unknown>,
): Promise<void> {
  const pause = log.pauseWrites ?? ((work) => work());
  await pause(async () => {
    send({ paused: true } satisfies z.infer<typeof Paused>);
    if (await settlesWithin(openMs, gone)) return;
    logger.error({ openedBy: pid }, 'nothing is written until a process has opened the file of the log, or has ended');
    await gone;
    logger.error({ openedBy: pid }, 'the process has opened the file of the log or has ended: writes continue');
  });
}
