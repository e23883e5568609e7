/** The embedded log for verification. A scrub that replaces the file meanwhile changes nothing for who has it open. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../../ports/event-log.ts';
import type { LogToVerify } from '../../ports/log-to-verify.ts';
import { refuseDamaged } from './event-log.ts';
import { entriesPerChunkMax, openLogFile } from './log-file.ts';
import { newestFile } from './numbered-file.ts';
import { legibleEvent, streamFilter } from './stored-event.ts';

/** Throws EventLogDamaged where the file cannot be opened at all. */
export const openLmdbLogToVerify = async (folder: string): Promise<LogToVerify> => {
  const path = await newestFile(folder, 'log');
  await refuseDamaged(folder, path);
  const file = openLogFile(path, { readOnly: true });

  /** No leaf covers the place in the log stream, but the index has it a second time. */
  const eventOf = (json: string, position: number): StoredEvent => {
    const event = legibleEvent(json, position);
    return file.positionOf(event.stream, event.revision) === position ? event : { ...event, metadata: null };
  };

  return {
    async *readAll(after, prefixes = []) {
      const isWanted = streamFilter(prefixes);
      for (let position = after; position < Number.MAX_SAFE_INTEGER; ) {
        const chunk = file.chunk(position, Number.MAX_SAFE_INTEGER);
        // In one turn, and so as of one moment: an event that is truncated meanwhile loses its place in the index.
        const wanted = chunk.records.filter(({ json }) => isWanted(json)).map((one) => eventOf(one.json, one.position));
        yield* wanted;
        position = chunk.upTo;
        await nextTurn();
      }
    },

    async readStream(stream, { limit }) {
      const events: StoredEvent[] = [];
      for (let from = 0; events.length < limit; ) {
        const count = Math.min(limit - events.length, entriesPerChunkMax);
        const entries = file.revisions(stream, { backward: false, from, limit: count });
        for (const { position } of entries) {
          const json = file.textAt(position);
          if (json !== undefined) events.push(eventOf(json, position));
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
