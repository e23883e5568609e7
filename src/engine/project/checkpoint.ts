/** Decides whether this version can continue from the checkpoint of the read models, with this log. */
import { randomUUID } from 'node:crypto';
import type { EventLog } from '../../ports/event-log.ts';
import { type Checkpoint, type Lease, LeaseLost, type ReadStore } from '../../ports/read-store.ts';
import { eventTypeNamed } from '../../vocabulary/events/index.ts';
import { holdsLandmarks } from '../log-identity.ts';
import type { Logger } from '../logger.ts';
import type { LeaseKeeper } from './lease-keeper.ts';

export type Model = { readonly name: string; readonly version: number };

/** Whether this version of the read models built them, without skipping an event that this version knows. */
const isOurs = (stored: Checkpoint, models: readonly Model[]): boolean =>
  Object.keys(stored.models).length === models.length &&
  models.every(({ name, version }) => stored.models[name]?.version === version) &&
  !stored.unknownTypes.some((name) => eventTypeNamed(name) !== undefined);

/**
 * Whether no model was left behind for an organization. A start tries such a model again, because this version may be able to absorb the
 * event.
 */
const isWhole = ({ models }: Checkpoint): boolean => Object.values(models).every(({ behind }) => behind === undefined);

/** Whether the log contains what the read models have absorbed. It does not if it was lost, or was restored to an earlier state. */
export const isOfLog = async ({ position, landmarks = [] }: Checkpoint, log: EventLog): Promise<boolean> =>
  position === 0 || (landmarks.at(-1)?.position === position && (await holdsLandmarks(log, landmarks)));

/** The reason why the read models cannot be used; undefined if they can. */
async function whyNot(
  stored: Checkpoint,
  log: EventLog,
  models: readonly Model[],
  starting: boolean,
): Promise<string | undefined> {
  if (!isOurs(stored, models) || (starting && !isWhole(stored))) return 'are of another version, or incomplete';
  if (!(await isOfLog(stored, log))) return 'do not belong to this log, which was restored or replaced';
  return undefined;
}

/**
 * The checkpoint to continue from. It is at position 0 if the read models are missing, or were built by another version or from another
 * log. Then the process that holds the lease empties them; the other processes follow it.
 */
export async function usableCheckpoint(
  { store, log }: { readonly store: ReadStore; readonly log: EventLog },
  lease: Lease | undefined,
  models: readonly Model[],
  logger: Logger,
  starting: boolean,
): Promise<Checkpoint> {
  const stored = await store.checkpoint();
  const why = stored && (await whyNot(stored, log, models, starting));
  if (stored && why === undefined) return stored;
  const builder = lease
    ? 'building them again from the log'
    : 'the process that projects builds them again; if that is another service, give each its own database';
  if (why !== undefined) logger.warn({}, `the read models ${why}: ${builder}`);
  if (lease) {
    // The store is also emptied without a checkpoint, because an interrupted reset leaves documents.
    await store.reset(lease);
  }
  return firstCheckpoint(models);
}

/** If another process takes the lease meanwhile, or is of another version, this one starts without the lease. */
export async function checkpointAtStart(
  { keeper, ...stores }: { readonly store: ReadStore; readonly log: EventLog; readonly keeper: LeaseKeeper },
  models: readonly Model[],
  logger: Logger,
): Promise<Checkpoint> {
  const lease = await keeper.ask();
  try {
    return await usableCheckpoint(stores, lease, models, logger, true);
  } catch (error) {
    if (!lease || !(error instanceof LeaseLost)) throw error;
    keeper.lost(lease);
    return firstCheckpoint(models);
  }
}

/** The checkpoint of empty read models. */
export const firstCheckpoint = (models: readonly Model[]): Checkpoint => ({
  position: 0,
  build: randomUUID(),
  models: Object.fromEntries(models.map(({ name, version }) => [name, { version }])),
  unknownTypes: [],
});
