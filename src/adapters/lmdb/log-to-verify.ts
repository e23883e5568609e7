/** Opens the embedded log for verification. If a scrub replaces the file in the meantime, the opened file stays as it is. */
import { stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { EventLogDamaged, type StoredEvent } from '../../ports/event-log.ts';
import type { LogToVerify } from '../../ports/log-to-verify.ts';
import type { WhilePaused } from '../../ports/while-paused.ts';
import { refuseDamaged } from './event-log.ts';
import { entriesPerChunkMax, openLogFile } from './log-file.ts';
import { logInParts } from './log-in-parts.ts';
import { placed, placedEvents, unreadable } from './log-part.ts';
import { newestFile } from './numbered-file.ts';
import { filterToVerify, skimmedEvent } from './stored-event.ts';

/** The path of the log's file. Throws EventLogDamaged for an empty file or a device, with which LMDB would end the process. */
async function pathIn(folder: string): Promise<string> {
  const path = await newestFile(folder, 'log');
  if ((await stat(path)).size === 0) throw new EventLogDamaged(`the event log ${path} is damaged: it is empty`);
  return path;
}

/** Throws EventLogDamaged if the file cannot be opened at all. */
export const openLmdbLogToVerify = async (folder: string, whilePaused: WhilePaused): Promise<LogToVerify> => {
  const open = async () => openLogFile(await pathIn(folder), { readOnly: true });
  // A process that uses the file has checked it.
  const used = await whilePaused(async (isInUse) => (isInUse ? open() : undefined));
  if (!used) await refuseDamaged(folder, await pathIn(folder));
  // A service may have started during the check.
  const file = used ?? (await whilePaused(open));

  const reads = (others?: readonly number[]): Pick<LogToVerify, 'readAll' | 'readParts'> => ({
    async *readAll(after, prefixes = []) {
      const isWanted = filterToVerify({ prefixes, others });
      for (let position = after; position < Number.MAX_SAFE_INTEGER; ) {
        const chunk = file.chunk(position, Number.MAX_SAFE_INTEGER);
        yield* placedEvents(file, chunk, isWanted);
        position = chunk.upTo;
        await nextTurn();
      }
    },

    readParts: <T>(module: string, input: unknown, prefixes: readonly string[]) =>
      logInParts(file, { module, input, prefixes, others }) as AsyncIterable<T>,
  });

  return {
    ...reads(),
    without: reads,

    async readStream(stream, { limit }) {
      const events: StoredEvent[] = [];
      for (let from = 0; events.length < limit; ) {
        const count = Math.min(limit - events.length, entriesPerChunkMax);
        const entries = file.revisions(stream, { backward: false, from, limit: count });
        for (const entry of entries) {
          const json = file.textAt(entry.position);
          const event = json === undefined ? undefined : skimmedEvent(json, entry.position);
          if (event) events.push(file.hasEventOf(entry) ? placed(file, event) : unreadable(event));
        }
        const last = entries.at(-1);
        if (last === undefined || entries.length < count) break;
        from = last.revision + 1;
      }
      return events;
    },

    close: () => file.leave(),
  };
};
