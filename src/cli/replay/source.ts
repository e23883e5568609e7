/** The source of the history for commands that replay: an export, or the live log of the data folder. */
import { exportedHistory } from '../../replay/exported-history.ts';
import type { History } from '../../replay/history.ts';
import { momentNamed } from '../../replay/opened-replay.ts';
import { assertFile } from '../given-file.ts';
import { type CommandContext, type Notify, type Performing, UsageError, type Values } from '../subcommand.ts';
import { type Ask, liveHistory, look } from './live-history.ts';

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
  await context.withData(async (perform) => {
    const tail = await recordedLook(perform, context.notify, operation, values);
    await body(liveHistory(asking(perform, context.notify), () => tail));
  });
}

/** The path of the export that the options name, if any. Throws WrongValue if it is not a file that can be read repeatedly. */
export async function exportNamed(values: Values): Promise<string | undefined> {
  const path = textOf(values, 'export');
  if (path !== undefined) await assertFile('export', path);
  return path;
}

/** Records the access to a live log, with the operation and its options. Returns the end of the log. */
export async function recordedLook(
  perform: Performing,
  notify: Notify,
  operation: string,
  values: Values,
): Promise<number> {
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
