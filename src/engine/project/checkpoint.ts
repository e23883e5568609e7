/** Where the read models stand, and whether this version can go on from there. */
import type { Checkpoint, Lease, ReadStore } from '../../ports/read-store.ts';
import { eventTypeNamed } from '../../vocabulary/events/index.ts';
import type { Logger } from '../logger.ts';

export type Model = { readonly name: string; readonly version: number };

/** Built by this version, and nothing in them was skipped that this version knows. */
const isOurs = (standing: Checkpoint, models: readonly Model[]): boolean =>
  Object.keys(standing.models).length === models.length &&
  models.every(({ name, version }) => standing.models[name]?.version === version) &&
  !standing.unknownTypes.some((name) => eventTypeNamed(name) !== undefined);

/** At a start, what was left behind is tried again: the version that starts may be one that can absorb it. */
const isWhole = ({ models }: Checkpoint): boolean => Object.values(models).every(({ behind }) => behind === undefined);

/**
 * From where to go on: from the beginning where they were built otherwise than this version builds them, or are gone. Whoever has
 * the lease then empties them; who has not follows the process that has.
 */
export async function usableCheckpoint(
  store: ReadStore,
  lease: Lease | undefined,
  models: readonly Model[],
  logger: Logger,
  starting: boolean,
): Promise<Checkpoint> {
  const standing = await store.checkpoint();
  if (standing && isOurs(standing, models) && (!starting || isWhole(standing))) return standing;
  if (lease) {
    if (standing)
      logger.info({}, 'the read models are of another version, or incomplete: building them again from the log');
    // Also where there is no checkpoint: a reset that did not come to its end leaves documents behind.
    await store.reset(lease);
  }
  const versions = Object.fromEntries(models.map(({ name, version }) => [name, { version }]));
  return { position: 0, models: versions, unknownTypes: [] };
}
