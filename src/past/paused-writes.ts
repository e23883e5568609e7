/** How a replica opens the file of the log: it asks the service to pause its writes, and says when the file is open. */
import type { ChildProcess } from 'node:child_process';
import type { EventEmitter } from 'node:events';
import { settlesWithin } from '../define/settles-within.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { WhilePaused } from '../ports/while-paused.ts';
import { logOpenSecs } from '../vocabulary/limits.ts';

/** `asked` and `over` come from the replica, `granted` from the service. */
export type PauseMessage = { readonly pause: 'asked' | 'granted' | 'over' };

export const isPauseMessage = (message: unknown): message is PauseMessage =>
  typeof message === 'object' && message !== null && 'pause' in message;

/** The service's side. A replica that does not open the file in time is killed, because the log cannot be written to meanwhile. */
export function grantPauses(
  child: ChildProcess,
  pauseWrites: EventLog['pauseWrites'],
  openMs = logOpenSecs * 1000,
): void {
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  child.on('message', (message) => {
    if (!isPauseMessage(message) || message.pause !== 'asked') return;
    const granted = pauseWrites?.(async () => {
      if (!child.connected) return;
      const over = nextPauseMessage(child, 'over');
      child.send({ pause: 'granted' } satisfies PauseMessage, () => undefined);
      if (await settlesWithin(openMs, Promise.race([over, ended]))) return;
      child.kill('SIGKILL');
      await ended;
    });
    // The log is closed, and no replica is needed any more.
    granted?.catch(() => child.kill('SIGKILL'));
  });
}

/** The replica's side. Calls must not overlap. */
export const whileServicePauses: WhilePaused = async (open) => {
  const granted = nextPauseMessage(process, 'granted');
  process.send?.({ pause: 'asked' } satisfies PauseMessage);
  await granted;
  try {
    return await open(true);
  } finally {
    process.send?.({ pause: 'over' } satisfies PauseMessage);
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
