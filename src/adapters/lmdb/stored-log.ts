/** Reads the log's file as it is stored, in chunks, and yields to the event loop between them. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredLog } from '../../ports/stored-log.ts';
import type { LogFile } from './log-file.ts';

/** `file` is called for each chunk, because a scrub may replace the file between chunks. `assertReadable` throws if reading must stop. */
export const storedLog = (file: () => LogFile, tail: number, assertReadable: () => void): StoredLog => ({
  tail,

  async *texts() {
    for (let after = 0; after < tail; ) {
      assertReadable();
      const chunk = file().chunk(after, tail);
      yield chunk.records.map(({ position, json }) => ({ position, text: json }));
      after = chunk.upTo;
      await nextTurn();
    }
  },

  async *emptiedStreams() {
    for (let entries = file().index(undefined); entries.length > 0; entries = file().index(entries.at(-1))) {
      yield entries.filter(({ position }) => position <= tail && !file().has(position));
      await nextTurn();
      assertReadable();
    }
  },
});
