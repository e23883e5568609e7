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

export class Reviewing {
  readonly exports: ExportFiles;
  readonly exportProgress = new ExportProgress();
  readonly #keptMs: number;

  constructor(files: FileStore, { exportKeepDays }: Config) {
    this.exports = new ExportFiles(files);
    this.#keptMs = exportKeepDays * dayMs;
  }

  /** Maps the name of a policy to its performer. */
  performers(
    { log, news }: { readonly log: EventLog; readonly news: News },
    { state, executor, sealer }: Pick<Engine, 'state' | 'executor' | 'sealer'>,
  ): Record<string, Performer> {
    return {
      'review-exports': exportMaking(
        {
          state,
          executor,
          files: this.exports,
          keptMs: this.#keptMs,
          readAll: (after) => log.readAll(after),
          sealed: async (realmId, position, signal) => sealer?.sealed(realmId, position, signal),
          nextEvent: (realmId, signal) => news.next(realmId, signal),
        },
        this.exportProgress,
      ),
      'ended-exports': exportRemoval(this.exports),
    };
  }

  /** Withdraws exports that contain something erased. */
  withdrawing({ state, executor }: Pick<Engine, 'state' | 'executor'>) {
    return withdrawal({ state, executor, files: this.exports });
  }
}
