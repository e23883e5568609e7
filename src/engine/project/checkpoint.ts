/** Whether this version can go on from the checkpoint of the read models. */
import type { Checkpoint, Lease, ReadStore } from '../../ports/read-store.ts';
import { eventTypeNamed } from '../../vocabulary/events/index.ts';
import type { Logger } from '../logger.ts';

export type Model = { readonly name: string; readonly version: number };

/** Built by this version of the read models, and no event was skipped that this version knows. */
const isOurs = (standing: Checkpoint, models: readonly Model[]): boolean =>
  Object.keys(standing.models).length === models.length &&
  models.every(({ name, version }) => standing.models[name]?.version === version) &&
  !standing.unknownTypes.some((name) => eventTypeNamed(name) !== undefined);

/** No model was left behind for an organization. At a start that is tried again: this version may be able to absorb the event. */
const isWhole = ({ models }: Checkpoint): boolean => Object.values(models).every(({ behind }) => behind === undefined);

/**
 * The checkpoint to go on from: position 0 where the read models are missing or were built by another version. Then the process with
 * the lease empties them; a process without it follows the one that has it.
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
    // Without a checkpoint, too: a reset that was cut off leaves documents.
    await store.reset(lease);
  }
  const versions = Object.fromEntries(models.map(({ name, version }) => [name, { version }]));
  return { position: 0, models: versions, unknownTypes: [] };
}
