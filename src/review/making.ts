/**
 * Makes requested exports for review in the background. If the process ends during that, the next process starts again from the beginning,
 * and nothing of the first attempt remains. If something is erased during that, the export is made again without it.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { completeExport } from '../../commands/export/complete-export.ts';
import { failExport } from '../../commands/export/fail-export.ts';
import { orderOf, resultOf } from '../audit/held-deletions.ts';
import type { Executing } from '../engine/decide/executor.ts';
import { FileTooLarge } from '../engine/files/receive.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import { FileStoreFull } from '../ports/file-store.ts';
import { mayBegin } from '../state/erasures.ts';
import { isUnderWay } from '../state/exports.ts';
import type { RealmState, ServerState } from '../state/realm-state.ts';
import type { ExportFailure } from '../vocabulary/events/exports.ts';
import type { DataOf, Recorded } from '../vocabulary/events/index.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import type { ExportFiles } from './export-files.ts';
import { NothingToReview, type Reviewed, reviewed, TooMuchToReview } from './review.ts';
import type { ReadAll } from './survey.ts';

export type ExportMakingParts = {
  readonly state: ServerState;
  readonly readAll: ReadAll;
  readonly files: ExportFiles;
  /** Resolves when all recorded events of the organization up to the position are sealed. */
  readonly sealed: (realmId: RealmId, position: number, signal: AbortSignal) => Promise<void>;
  /** Resolves with the next event of the organization. */
  readonly nextEvent: (realmId: RealmId, signal: AbortSignal) => Promise<void>;
  readonly executor: Executing;
  readonly keptMs: number;
};

const progressKey = (realmId: RealmId, exportId: number): string => `${realmId}.${exportId}`;

export class ExportProgress {
  readonly #shares = new Map<string, number>();

  of(realmId: RealmId, exportId: number): number | undefined {
    return this.#shares.get(progressKey(realmId, exportId));
  }

  set(realmId: RealmId, exportId: number, share: number): void {
    this.#shares.set(progressKey(realmId, exportId), Math.floor(Math.min(1, share) * 100) / 100);
  }

  end(realmId: RealmId, exportId: number): void {
    this.#shares.delete(progressKey(realmId, exportId));
  }
}

type Doing = Extract<Performer, { kind: 'do' }>;

export const exportMaking = (parts: ExportMakingParts, progress: ExportProgress): Doing => ({
  kind: 'do',
  async perform(event, signal) {
    if (event.type !== 'ExportRequested') return;
    try {
      while ((await make(parts, progress, event, signal)) === 'again') signal.throwIfAborted();
    } finally {
      progress.end(event.realmId, event.data.exportId);
    }
  },
});

const isErasing = ({ erasures }: RealmState): boolean => [...erasures.byId.values()].some(mayBegin);

async function make(
  parts: ExportMakingParts,
  progress: ExportProgress,
  event: Recorded<'ExportRequested'>,
  signal: AbortSignal,
): Promise<'completed' | 'failed' | 'again'> {
  const { realmId, data } = event;
  const { exportId } = data;
  const realm = parts.state.realms.get(realmId);
  const known = realm?.exports.byId.get(exportId);
  // The export was completed or has failed, and the process ended before that was recorded.
  if (!realm || !known || !isUnderWay(known)) return 'failed';
  // An export that is made now would have to be made again without what is being erased.
  while (isErasing(realm)) {
    await parts.nextEvent(realmId, signal);
    signal.throwIfAborted();
  }
  await parts.sealed(realmId, event.position, signal);
  const { erased } = realm.exports;
  const { executor } = parts;
  const order = orderOf(event);
  const made = await madeFile(parts, progress, event, signal);
  if (typeof made === 'string') {
    resultOf(await executor.execute(failExport, { exportId, cause: made }, order));
    return 'failed';
  }
  const input = { exportId, ...made, keptMs: parts.keptMs, erased };
  const { outcome } = resultOf(await executor.execute(completeExport, input, order));
  if (outcome !== 'completed') await parts.files.remove(realmId, exportId);
  return outcome;
}

type MadeFile = Omit<DataOf<'ExportCompleted'>, 'exportId' | 'expiresAt'>;

/** The file, or the reason why there is none. */
async function madeFile(
  { files, readAll }: ExportMakingParts,
  progress: ExportProgress,
  { realmId, id, data }: Recorded<'ExportRequested'>,
  signal: AbortSignal,
): Promise<MadeFile | ExportFailure> {
  const { exportId, format, userIds, channelIds, topics, since, until } = data;
  let file: { bytes: number; sha256: string } | undefined;
  try {
    const result: Reviewed = await reviewed(
      {
        readAll,
        realmId,
        format,
        signal,
        scope: { userIds, channelIds, topics, since, until },
        bound: { kind: 'event', id: data.upTo ?? id },
        path: join(files.incoming, `${randomUUID()}.sorted`),
        room: (bytes) => files.assertRoom(bytes),
        progress: (share) => progress.set(realmId, exportId, share),
      },
      async (bytes) => {
        file = await files.keep(realmId, exportId, bytes);
      },
    );
    if (!file) throw new Error('an export for review made no file');
    await files.keepIndex(realmId, exportId, result.messages, result.users);
    return { ...file, ...result.counts, lastEvent: result.last.id, checkpointSize: result.checkpointSize };
  } catch (error) {
    const cause = causeOf(error);
    if (cause === undefined) throw error;
    await files.remove(realmId, exportId);
    return cause;
  }
}

function causeOf(error: unknown): ExportFailure | undefined {
  if (error instanceof NothingToReview) return 'nothing';
  if (error instanceof TooMuchToReview || error instanceof FileTooLarge) return 'too-large';
  const isFull = error instanceof FileStoreFull || (error as NodeJS.ErrnoException | null)?.code === 'ENOSPC';
  return isFull ? 'disk-full' : undefined;
}

/** Removes the file of an export that has failed or ended. */
export const exportRemoval = (files: ExportFiles): Doing => ({
  kind: 'do',
  async perform(event) {
    if (event.type === 'ExportFailed' || event.type === 'ExportEnded')
      await files.remove(event.realmId, event.data.exportId);
  },
});
