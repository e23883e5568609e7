/** The documents beside the models, in a collection of their own: the checkpoint and the lease. */
import type { ClientSession, Collection, Db } from 'mongodb';
import type { Checkpoint } from '../../ports/read-store.ts';

export const serviceCollection = 'checkpoint';

export type CheckpointDocument = {
  readonly _id: 'checkpoint';
  /** The signature of the models and indexes (see schema.ts). A process with another signature cannot commit. */
  readonly structure: string;
  /** The models that have a collection. */
  readonly models: readonly string[];
  /** The token of the newest lease. No process commits under another one. */
  readonly token: number;
  /** Incremented by each commit, so that every commit writes this document and two concurrent ones conflict. */
  readonly commits: number;
  readonly checkpoint?: Checkpoint;
  /** The generation of the collections in use; 0 if absent. It changes when a store that was built beside this one replaces it. */
  readonly generation?: number;
  /** The newest generation that was begun. None is begun again. */
  readonly lastGeneration?: number;
  /** The generation that the process with the lease is building to replace them. */
  readonly beside?: { readonly generation: number; readonly checkpoint?: Checkpoint };
  /** The collections that are not used any more. Open snapshots may still read them. */
  readonly former?: readonly { readonly generation: number; readonly droppedFrom: Date }[];
};

export const collectionName = (model: string, generation: number): string =>
  generation === 0 ? model : `${model}.${generation}`;

/** The model and the generation in a name that `collectionName` made. Names of models have no dot. */
export const placeOfCollection = (name: string): { readonly model: string; readonly generation: number } => {
  const [, model = '', generation = '0'] = /^([^.]*)(?:\.([1-9][0-9]*))?$/.exec(name) ?? [];
  return { model, generation: Number(generation) };
};

export type CommitterSession = NonNullable<ClientSession['id']>;

type LeaseDocument = {
  readonly _id: 'lease';
  readonly token: number;
  readonly holder: string;
  /** The time by the server's clock, the only one that all processes share. */
  readonly until: Date;
  /**
   * The session in which the holder commits, and the token of its lease. With it, the next holder ends a transaction that a dead holder
   * left open.
   */
  readonly committer?: { readonly session: CommitterSession; readonly token: number };
};

export const checkpoints = (db: Db): Collection<CheckpointDocument> => db.collection(serviceCollection);
export const leases = (db: Db): Collection<LeaseDocument> => db.collection(serviceCollection);

export const checkpointId = { _id: 'checkpoint' } as const;
export const leaseId = { _id: 'lease' } as const;
