/** Export, import, backup and restore: one at a time, progress once a second, expected failures as messages without a stack. */
import { MoveRefused } from '../audit/export-format.ts';
import { EventLogUnavailable } from '../ports/event-log.ts';
import { LogExists } from '../ports/stored-log.ts';
import { canonicalJson } from '../vocabulary/canonical-json.ts';
import type { Application } from './application.ts';
import { type Outcome, type Task, type Tell, UsageError } from './subcommand.ts';
import { isSystemError } from './system-error.ts';

type Perform<I> = Task<I>['perform'];

/** A task in progress, and the listeners to its progress. */
type Running = { readonly input: string; readonly done: Promise<Outcome>; readonly tells: Set<Tell> };

/**
 * Refuses a second run in the same process, which would write the same file or append the same events. The same command given again
 * joins the run: that of a command line that was ended goes on, and its user wants to see it through.
 */
export function longTask<I>(name: string, perform: Perform<I>): Perform<I> {
  let running: Running | undefined;

  function begin(application: Application, input: I): Running {
    const tells = new Set<Tell>();
    const done = perform(application, input, (line) => {
      for (const tell of tells) tell(line);
    })
      .catch((error: unknown) => {
        throw wordsFor(error) ?? error;
      })
      .finally(() => {
        running = undefined;
      });
    return { input: canonicalJson(input), done, tells };
  }

  return async (application: Application, input: I, tell: Tell) => {
    if (running !== undefined && running.input !== canonicalJson(input))
      throw new UsageError(`another ${name} is running`);
    if (running) tell(`this ${name} is under way already: joining it`);
    running ??= begin(application, input);
    const { done, tells } = running;
    tells.add(tell);
    try {
      return await done;
    } finally {
      tells.delete(tell);
    }
  };
}

function wordsFor(error: unknown): UsageError | undefined {
  if (error instanceof MoveRefused || error instanceof LogExists) return new UsageError(error.message);
  if (error instanceof EventLogUnavailable)
    return new UsageError(`the event log is unavailable (${error.message}): run the same command again to continue`);
  if (isSystemError(error)) return new UsageError(error.message);
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
