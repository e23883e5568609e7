/** What tasks over whole histories have in common: one at a time, a word a second, and foreseen failures in words. */
import { MoveRefused } from '../audit/export-format.ts';
import { EventLogUnavailable } from '../ports/event-log.ts';
import type { Application } from './application.ts';
import { type Task, type Tell, UsageError } from './subcommand.ts';

type Perform<I> = Task<I>['perform'];

/** One at a time in a process: two would write into one file, or bring the same events. */
export function longTask<I>(name: string, perform: Perform<I>): Perform<I> {
  let isBusy = false;
  return async (application: Application, input: I, tell: Tell) => {
    if (isBusy) throw new UsageError(`another ${name} is under way`);
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
    return new UsageError(`the log cannot go on (${error.message}): the same command goes on from here`);
  if (error instanceof Error && 'syscall' in error) return new UsageError(error.message);
  return undefined;
}

const wordMs = 1_000;

/** Tells at most once a second, however often it is called. */
export function everySecond(tell: Tell, clock: () => number = Date.now): (what: string, events: number) => void {
  let told = clock();
  return (what, events) => {
    const now = clock();
    if (now - told < wordMs) return;
    told = now;
    tell(`${what}: ${events} events so far`);
  };
}
