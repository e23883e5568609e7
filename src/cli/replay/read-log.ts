/** A history that can be read at any position: an export, or the log of the data folder, even while a server uses it. */
import { openExportedLog } from '../../past/exported-log.ts';
import type { LogReader } from '../../ports/log-reader.ts';
import { everySecond } from '../long-task.ts';
import { type Surroundings, UsageError } from '../subcommand.ts';
import { whileNobodyWrites } from '../while-nobody-writes.ts';
import { exportNamed, recordedLook, refusing } from './source.ts';

type Values = Readonly<Record<string, unknown>>;

/** `tail`: the position up to which it is read. */
export type ReadLog = { readonly reader: LogReader; readonly tail: number };

/**
 * Runs `body` with the history that the options name. For a live log, the access is recorded first; then a read-only view of the log is
 * opened. If it cannot be replayed, throws a UsageError.
 */
export const withReadLog = (
  surroundings: Surroundings,
  operation: string,
  values: Values,
  body: (log: ReadLog) => Promise<void>,
): Promise<void> =>
  refusing(async () => {
    const log = await opened(surroundings, operation, values);
    try {
      await body(log);
    } finally {
      await log.reader.close();
    }
  });

async function opened(surroundings: Surroundings, operation: string, values: Values): Promise<ReadLog> {
  const { config, tell, withData, replayTools } = surroundings;
  const path = await exportNamed(values);
  if (path === undefined) {
    const tail = await withData((perform) => recordedLook(perform, tell, operation, values));
    return { reader: await (await replayTools()).openReader(config, whileNobodyWrites(config.data)), tail };
  }
  const store = await (await replayTools()).openStore();
  try {
    const report = everySecond(tell);
    return {
      reader: await openExportedLog(path, store, (events) => report('read', events)),
      tail: Number.MAX_SAFE_INTEGER,
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Throws UsageError if the text is not a whole number up to `max`. */
export function wholeNumber(name: string, text: string, max: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (value < 0 || value > max) throw new UsageError(`${name} must be a whole number up to ${max}`);
  return value;
}
