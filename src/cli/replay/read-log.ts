/** A history that can be read at any position: an export, or the log of the data folder, even while a server uses it. */
import { openExportedLog } from '../../past/exported-log.ts';
import { everySecond } from '../long-task.ts';
import type { CommandContext, Values } from '../subcommand.ts';
import { exportNamed, openLive, type ReadLog } from './source.ts';

/**
 * Runs `body` with the history that the options name. For a live log, the access is recorded first; then a read-only view of the log is
 * opened.
 */
export async function withReadLog(
  context: CommandContext,
  operation: string,
  values: Values,
  body: (log: ReadLog) => Promise<void>,
): Promise<void> {
  const log = await opened(context, operation, values);
  try {
    await body(log);
  } finally {
    await log.reader.close();
  }
}

async function opened(context: CommandContext, operation: string, values: Values): Promise<ReadLog> {
  const { notify, replayTools } = context;
  const path = await exportNamed(values);
  if (path === undefined) return openLive(context, operation, values);
  const store = await (await replayTools()).openStore();
  try {
    const report = everySecond(notify);
    return {
      reader: await openExportedLog(path, store, (events) => report('read', events)),
      tail: Number.MAX_SAFE_INTEGER,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}
