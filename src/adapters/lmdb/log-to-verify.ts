/** Opens the embedded log for verification. If a scrub replaces the file in the meantime, the opened file stays as it is. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../../ports/event-log.ts';
import type { LogToVerify } from '../../ports/log-to-verify.ts';
import type { WhilePaused } from '../../ports/while-paused.ts';
import { refuseDamaged } from './event-log.ts';
import { entriesPerChunkMax, openLogFile } from './log-file.ts';
import { logInParts } from './log-in-parts.ts';
import { placed, placedEvents } from './log-part.ts';
import { newestFile } from './numbered-file.ts';
import { legibleEvent, streamFilter } from './stored-event.ts';

/** Throws EventLogDamaged if the file cannot be opened at all. */
export const openLmdbLogToVerify = async (folder: string, whilePaused: WhilePaused): Promise<LogToVerify> => {
  const open = async () => openLogFile(await newestFile(folder, 'log'), { readOnly: true });
  // A process that uses the file has checked it.
  const used = await whilePaused(async (isInUse) => (isInUse ? open() : undefined));
  if (!used) await refuseDamaged(folder, await newestFile(folder, 'log'));
  // A service may have started during the check.
  const file = used ?? (await whilePaused(open));

  return {
    async *readAll(after, prefixes = []) {
      const isWanted = streamFilter(prefixes);
      for (let position = after; position < Number.MAX_SAFE_INTEGER; ) {
        const chunk = file.chunk(position, Number.MAX_SAFE_INTEGER);
        yield* placedEvents(file, chunk, isWanted);
        position = chunk.upTo;
        await nextTurn();
      }
    },

    readParts: <T>(module: string, input: unknown, prefixes: readonly string[]) =>
      logInParts(file, { module, input, prefixes }) as AsyncIterable<T>,

    async readStream(stream, { limit }) {
      const events: StoredEvent[] = [];
      for (let from = 0; events.length < limit; ) {
        const count = Math.min(limit - events.length, entriesPerChunkMax);
        const entries = file.revisions(stream, { backward: false, from, limit: count });
        for (const { position } of entries) {
          const json = file.textAt(position);
          if (json !== undefined) events.push(placed(file, legibleEvent(json, position)));
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
