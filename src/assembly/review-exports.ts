/** Assembles the parts that make and remove exports for review. */
import type { Config } from '../config.ts';
import type { Engine } from '../engine/engine.ts';
import type { News } from '../engine/follow/news.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { FileStore } from '../ports/file-store.ts';
import { ExportFiles } from '../review/export-files.ts';
import { ExportProgress, exportMaking, exportRemoval } from '../review/making.ts';
import { withdrawal } from '../review/withdrawal.ts';

const dayMs = 24 * 60 * 60 * 1000;

type EngineParts = Pick<Engine, 'state' | 'executor' | 'sealer'>;

export const reviewing = (store: FileStore, { exportKeepDays }: Config) => {
  const files = new ExportFiles(store);
  const exportProgress = new ExportProgress();
  return {
    exports: files,
    exportProgress,
    /** Maps the name of a policy to its performer. */
    performers: (
      { log, news }: { readonly log: EventLog; readonly news: News },
      { state, executor, sealer }: EngineParts,
    ): Record<string, Performer> => ({
      'review-exports': exportMaking(
        {
          state,
          executor,
          files,
          keptMs: exportKeepDays * dayMs,
          readAll: (after) => log.readAll(after),
          sealed: async (realmId, position, signal) => sealer?.sealed(realmId, position, signal),
          nextEvent: (realmId, signal) => news.next(realmId, signal),
        },
        exportProgress,
      ),
      'ended-exports': exportRemoval(files),
    }),
    /** Withdraws exports that contain something erased. */
    withdrawing: ({ state, executor }: Omit<EngineParts, 'sealer'>) => withdrawal({ state, executor, files }),
  };
};
