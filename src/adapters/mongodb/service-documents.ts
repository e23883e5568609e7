/** What the store keeps beside the models, in a collection of its own: how far they are, and who may write them. */
import type { ClientSession, Collection, Db } from 'mongodb';
import type { Checkpoint } from '../../ports/read-store.ts';

export const serviceCollection = 'checkpoint';

export type CheckpointDocument = {
  readonly _id: 'checkpoint';
  /** For which models and indexes the documents were written; nobody commits who has others. */
  readonly structure: string;
  /** The collections that are ours. */
  readonly models: readonly string[];
  /** Of the newest lease: nobody commits under another. */
  readonly token: number;
  /** Rises with each commit, so that each writes this document, and two at once are in conflict. */
  readonly commits: number;
  readonly checkpoint?: Checkpoint;
};

export type CommitterSession = NonNullable<ClientSession['id']>;

export type LeaseDocument = {
  readonly _id: 'lease';
  readonly token: number;
  readonly holder: string;
  /** By the server's clock, the only one that all holders share. */
  readonly until: Date;
  /** In which session commits are made, and under which token: whoever comes next ends what a holder that died has left open. */
  readonly committer?: { readonly session: CommitterSession; readonly token: number };
};

export const checkpoints = (db: Db): Collection<CheckpointDocument> => db.collection(serviceCollection);
export const leases = (db: Db): Collection<LeaseDocument> => db.collection(serviceCollection);

export const checkpointId = { _id: 'checkpoint' } as const;
export const leaseId = { _id: 'lease' } as const;
