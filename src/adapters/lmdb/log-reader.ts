/**
 * Reads the embedded log while another process has it open. It writes nothing, and does not even remove leftovers. A scrub of the other
 * process replaces the file; later reads use the new file.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { during } from '../../define/under-way.ts';
import type { LogReader } from '../../ports/log-reader.ts';
import type { WhilePaused } from '../../ports/while-paused.ts';
import { entriesPerChunkMax, type LogFile, openLogFile } from './log-file.ts';
import { newestFile } from './numbered-file.ts';
import { type SharedFile, sharedFile } from './shared-file.ts';
import { parseEvent } from './stored-event.ts';

export function openLmdbLogReader(folder: string, whilePaused: WhilePaused): LogReader {
  let current: SharedFile<LogFile> | undefined;
  let opening: Promise<unknown> = Promise.resolve();
  const replaced = new Set<Promise<void>>();

  const leave = (shared: SharedFile<LogFile>): void => {
    void during(
      replaced,
      shared.free().then(() => shared.file.leave()),
    );
  };

  /** The file in use, with this reader counted. */
  const held = (): Promise<SharedFile<LogFile>> => {
    const opened = opening.then(async () => {
      if (current?.file.path !== (await newestFile(folder, 'log'))) {
        if (current) leave(current);
        current = undefined;
        // A scrub may have replaced the file again by the time of the pause.
        current = await whilePaused(async () =>
          sharedFile(openLogFile(await newestFile(folder, 'log'), { readOnly: true })),
        );
      }
      current.file.refresh();
      current.hold();
      return current;
    });
    opening = opened.catch(() => undefined);
    return opened;
  };

  return {
    async *readAll(after, upTo) {
      if (after >= upTo) return;
      const shared = await held();
      try {
        for (let position = after; position < upTo; ) {
          const chunk = shared.file.chunk(position, upTo);
          for (const record of chunk.records) yield parseEvent(record.json, record.position);
          position = chunk.upTo;
          if (position < upTo) await nextTurn();
        }
      } finally {
        shared.release();
      }
    },

    async readStream(stream, { from, limit }) {
      const shared = await held();
      try {
        const entries = shared.file.revisions(stream, {
          backward: false,
          from,
          limit: Math.min(limit, entriesPerChunkMax),
        });
        return entries.flatMap((entry) => shared.file.eventOf(entry) ?? []);
      } finally {
        shared.release();
      }
    },

    async close() {
      await opening;
      if (current) leave(current);
      current = undefined;
      await Promise.all(replaced);
    },
  };
}
