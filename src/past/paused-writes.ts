/** How a replica opens the file of the log: it asks the service to pause its writes, and says when the file is open. */
import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { settlesWithin } from '../define/settles-within.ts';
import type { Logger } from '../engine/logger.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { WhilePaused } from '../ports/while-paused.ts';
import { limits } from '../vocabulary/limits.ts';

/** `asked` and `over` come from the replica, `granted` from the service. */
type PauseMessage = { readonly pause: 'asked' | 'granted' | 'over' };

export const isPauseMessage = (message: unknown): message is PauseMessage =>
  typeof message === 'object' && message !== null && 'pause' in message;

export type PauseParts = Pick<EventLog, 'pauseWrites'> & { readonly logger: Pick<Logger, 'warn'> };

/** The service's side. A replica that does not open the file in time is killed, because the log cannot be written to meanwhile. */
export function grantPauses(
  child: ChildProcess,
  { pauseWrites = (work) => work(), logger }: PauseParts,
  openMs = limits.logOpenSecs * 1000,
): void {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    // It could not be started.
    child.once('error', () => child.pid === undefined && resolve());
  });
  child.on('message', (message) => {
    if (!isPauseMessage(message) || message.pause !== 'asked') return;
    const granted = pauseWrites(async () => {
      if (!child.connected) return;
      const over = nextPauseMessage(child, 'over');
      child.send({ pause: 'granted' } satisfies PauseMessage, () => undefined);
      if (await settlesWithin(openMs, Promise.race([over, ended]))) return;
      logger.warn({ replica: child.pid }, 'a replica of the past did not open the log in time, and is ended');
      child.kill('SIGKILL');
      await ended;
    });
    // The log is closed, and no replica is needed any more.
    granted.catch(() => child.kill('SIGKILL'));
  });
}

/** If the service has ended, so does this process when it is disconnected. */
const send = (pause: 'asked' | 'over'): void =>
  void process.send?.({ pause } satisfies PauseMessage, undefined, undefined, () => undefined);

/** The replica's side. Calls must not overlap. */
export const whileServicePauses: WhilePaused = async (open) => {
  const granted = nextPauseMessage(process, 'granted');
  send('asked');
  await granted;
  // Another service may be writing by now.
  if (!process.connected) throw new Error('the service has ended');
  try {
    return await open(true);
  } finally {
    send('over');
  }
};

const nextPauseMessage = (from: EventEmitter, wanted: PauseMessage['pause']): Promise<void> =>
  new Promise((resolve) => {
    const take = (message: unknown): void => {
      if (!isPauseMessage(message) || message.pause !== wanted) return;
      from.off('message', take);
      resolve();
    };
    from.on('message', take);
  });
