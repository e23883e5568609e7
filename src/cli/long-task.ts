/**
 * Export, import, backup and restore: only one of each runs at a time, with progress once a second, and expected failures are printed
 * without a stack.
 */
import { MoveRefused } from '../audit/export-format.ts';
import { EventLogUnavailable } from '../ports/event-log.ts';
import { canonicalJson } from '../vocabulary/canonical-json.ts';
import type { Application } from './application.ts';
import type { Notify, Outcome, Task } from './subcommand.ts';

type Perform<I> = Task<I>['perform'];

/** A task in progress, and the listeners to its progress. */
type Running = { readonly input: string; readonly done: Promise<Outcome>; readonly listeners: Set<Notify> };

/**
 * Refuses a second run in the same process, which would write the same file or append the same events. The same command with the same options
 * joins the run: a run continues after its command line has ended, and its user may want to wait for the result.
 */
export function longTask<I>(name: string, perform: Perform<I>): Perform<I> {
  let running: Running | undefined;

  function begin(application: Application, input: I): Running {
    const listeners = new Set<Notify>();
    const done = perform(application, input, (line) => {
      for (const notify of listeners) notify(line);
    })
      .catch((error: unknown) => {
        if (!(error instanceof EventLogUnavailable)) throw error;
        const again = 'run the same command again to continue';
        throw new EventLogUnavailable(`the event log is unavailable (${error.message}): ${again}`);
      })
      .finally(() => {
        running = undefined;
      });
    return { input: canonicalJson(input), done, listeners };
  }

  return async (application: Application, input: I, notify: Notify) => {
    if (running !== undefined && running.input !== canonicalJson(input))
      throw new MoveRefused(`another ${name} is running`);
    if (running) notify(`this ${name} is under way already: joining it`);
    running ??= begin(application, input);
    const { done, listeners } = running;
    listeners.add(notify);
    try {
      return await done;
    } finally {
      listeners.delete(notify);
    }
  };
}

const wordMs = 1_000;

/** Reports progress at most once a second, however often it is called. */
export function everySecond(
  notify: Notify,
  clock: () => number = () => performance.now(),
): (what: string, count: number, unit?: string) => void {
  let reportedAt = clock();
  return (what, count, unit = 'events') => {
    const now = clock();
    if (now - reportedAt < wordMs) return;
    reportedAt = now;
    notify(`${what}: ${count} ${unit} so far`);
  };
}
