/** Export and import: one at a time, progress once a second, expected failures as messages without a stack. */
import { MoveRefused } from '../audit/export-format.ts';
import { EventLogUnavailable } from '../ports/event-log.ts';
import type { Application } from './application.ts';
import { type Task, type Tell, UsageError } from './subcommand.ts';

type Perform<I> = Task<I>['perform'];

/** Refuses a second run in the same process, which would write the same file or append the same events. */
export function longTask<I>(name: string, perform: Perform<I>): Perform<I> {
  let isBusy = false;
  return async (application: Application, input: I, tell: Tell) => {
    if (isBusy) throw new UsageError(`another ${name} is running`);
    isBusy = true;
    try {
      return await perform(application, input, tell);
    } catch (error) {
      throw wordsFor(error) ?? error;
    } finally {
      isBusy = false;
    }
  };
}

function wordsFor(error: unknown): UsageError | undefined {
  if (error instanceof MoveRefused) return new UsageError(error.message);
  if (error instanceof EventLogUnavailable)
    return new UsageError(`the event log is unavailable (${error.message}): run the same command again to continue`);
  if (error instanceof Error && 'syscall' in error) return new UsageError(error.message);
  return undefined;
}

const wordMs = 1_000;

/** Reports progress at most once a second, however often it is called. */
export function everySecond(
  tell: Tell,
  clock: () => number = () => performance.now(),
): (what: string, events: number) => void {
  let told = clock();
  return (what, events) => {
    const now = clock();
    if (now - told < wordMs) return;
    told = now;
    tell(`${what}: ${events} events so far`);
  };
}
