/** A past that is stored: the read models with their checkpoint, and the state in the form of a snapshot. */
import type { Logger } from '../engine/logger.ts';
import { headId, snapshotHead } from '../engine/snapshot/documents.ts';
import { loadSnapshot } from '../engine/snapshot/load.ts';
import { pagesOf } from '../engine/snapshot/pages.ts';
import { writeSnapshot } from '../engine/snapshot/write.ts';
import type { LogReader } from '../ports/log-reader.ts';
import type { Checkpoint, Lease, ReadStore } from '../ports/read-store.ts';
import type { ServerState } from '../state/realm-state.ts';

type KeptPast = { readonly state: ServerState; readonly checkpoint: Checkpoint };

/** A past carries out no actions and seals nothing. */
const idle = {
  unknownStreams: new Set<string>(),
  policies: { started: new Map(), unfinished: [] },
  unsealed: new Map(),
};

export async function keepState(
  store: ReadStore,
  lease: Lease,
  state: ServerState,
  { landmarks = [] }: Checkpoint,
): Promise<void> {
  const saved = await store.snapshot((view) => view.get(snapshotHead, headId));
  const { position, at } = state.newest;
  await writeSnapshot(store, lease, saved, { position, at, landmarks }, [...pagesOf({ ...idle, state })]);
}

/** Undefined if the store has no complete past of this log that this version could have made. */
export async function keptIn(
  store: ReadStore,
  log: Pick<LogReader, 'readStream'>,
  versions: Checkpoint['models'],
  logger: Logger,
): Promise<KeptPast | undefined> {
  const checkpoint = await store.checkpoint();
  if (!checkpoint) return undefined;
  const names = Object.keys(versions);
  const isOfThis = names.every((name) => checkpoint.models[name]?.version === versions[name]?.version);
  const loaded = isOfThis ? await loadSnapshot(store, log, checkpoint.position, logger) : undefined;
  return loaded?.head.position === checkpoint.position ? { state: loaded.state, checkpoint } : undefined;
}
