/** The source of the history for commands that replay: an export, or the live log of the data folder. */
import type { LogReader } from '../../ports/log-reader.ts';
import { exportedHistory } from '../../replay/exported-history.ts';
import type { History } from '../../replay/history.ts';
import { momentNamed } from '../../replay/opened-replay.ts';
import { assertFile } from '../given-file.ts';
import {
  type CommandContext,
  type Notify,
  type Performing,
  type Task,
  UsageError,
  type Values,
} from '../subcommand.ts';
import { whileNobodyWrites } from '../while-nobody-writes.ts';
import { liveHistory, look } from './live-history.ts';

/** `tail`: the position up to which it is read. */
export type ReadLog = { readonly reader: LogReader; readonly tail: number };

export const sourceOptions = {
  export: {
    type: 'string',
    help: 'a file that `verbatim export` made (default: the log of the data folder, with --reason)',
  },
  realm: { type: 'string', help: "the organization's subdomain (default: all organizations)" },
  reason: { type: 'string', help: 'why you look at a live log; it is recorded first (1 to 500 characters)' },
} as const;

export const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** Requests a task from the process that has the data open. */
export type Ask = (task: Task, values: Values) => Promise<readonly string[]>;

/** Throws UsageError with the message of the process that refuses. */
export const asking =
  (perform: Performing, notify: Notify): Ask =>
  async (task, values) => {
    const reply = await perform(task, values, notify);
    if (!reply.ok) throw new UsageError(reply.why);
    return reply.lines;
  };

/**
 * Runs `body` with the history that the options name. For a live log, the access is recorded first, with the operation and its options.
 */
export async function withHistory(
  context: CommandContext,
  operation: string,
  values: Values,
  body: (history: History) => Promise<void>,
): Promise<void> {
  const path = await exportNamed(values);
  if (path !== undefined) return body(exportedHistory(path));
  const { reader, tail } = await openLive(context, operation, values);
  try {
    await body(liveHistory(reader, () => tail));
  } finally {
    await reader.close();
  }
}

/** Opens the live log to read it up to its present end, after the access is recorded. The caller must close the reader. */
export async function openLive(context: CommandContext, operation: string, values: Values): Promise<ReadLog> {
  const { withData, notify } = context;
  const tail = await withData((perform) => recordedLook(perform, notify, operation, values));
  return { reader: await readerOf(context), tail };
}

/** A read-only view of the live log, which another process may be writing. */
export const readerOf = async ({ config, notify, replayTools }: CommandContext): Promise<LogReader> =>
  (await replayTools()).openReader(config, whileNobodyWrites(config.data, notify));

/** The path of the export that the options name, if any. Throws WrongValue if it is not a file that can be read repeatedly. */
export async function exportNamed(values: Values): Promise<string | undefined> {
  const path = textOf(values, 'export');
  if (path !== undefined) await assertFile('export', path);
  return path;
}

/** Records the access to a live log, with the operation and its options. Returns the end of the log. */
async function recordedLook(perform: Performing, notify: Notify, operation: string, values: Values): Promise<number> {
  // Nothing is recorded for a command that cannot be executed.
  for (const option of ['from', 'until', 'to']) {
    const moment = textOf(values, option);
    if (moment !== undefined) momentNamed(option, moment);
  }
  const { realm, reason, ...parameters } = values;
  const about = { operation: `verbatim ${operation}`, parameters, ...(realm ? { realm } : {}) };
  const [tail] = await asking(perform, notify)(look, { ...about, ...(reason ? { reason } : {}) });
  return Number(tail);
}
