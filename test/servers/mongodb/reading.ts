/** find, aggregate, explain. */
import { type Document, Timestamp } from 'mongodb';
import { changeStream } from './change-streams.ts';
import type { Cursors } from './cursors.ts';
import { badValue, Failure } from './failure.ts';
import { find, type Moment, projected } from './finding.ts';
import { explained, planOf } from './planning.ts';
import type { Storage } from './storage.ts';
import type { Transaction } from './transaction.ts';

export type Reader = {
  readonly storage: Storage;
  readonly cursors: Cursors;
  readonly wireVersion: number;
  readonly isSilent: () => boolean;
};

const snapshotReads = 13;

/** A cluster time for a time of the storage. */
const clusterTime = (at: number): Timestamp => new Timestamp({ t: at, i: 1 });

/** The time as of which a command reads, and the fields by which the cursor reports it for snapshot reads without a given time. */
const momentOf = (
  { storage, wireVersion }: Reader,
  { readConcern = {} }: Document,
  transaction: Transaction | undefined,
): Moment & { readonly replyFields: Document } => {
  if (transaction) return { at: transaction.readsAt, transaction, replyFields: {} };
  if (readConcern.level !== 'snapshot') return { at: storage.now, transaction, replyFields: {} };
  if (wireVersion < snapshotReads) {
    throw new Failure(72, 'InvalidOptions', 'readConcern level snapshot is only valid in a transaction');
  }
  const at = readConcern.atClusterTime === undefined ? storage.now : (readConcern.atClusterTime as Timestamp).t;
  return { at, transaction, replyFields: { atClusterTime: clusterTime(at) } };
};

export const readers: Readonly<
  Record<string, (reader: Reader, command: Document, transaction: Transaction | undefined) => Promise<Document>>
> = {
  async find(reader, command, transaction) {
    const name = `${command.$db}.${command.find}`;
    const moment = momentOf(reader, command, transaction);
    const found = find(reader.storage, name, { ...command, filter: command.filter ?? {} }, moment);
    const documents = found.map((document) => projected(document, command.projection));
    return reader.cursors.list(
      name,
      documents,
      command.singleBatch ? documents.length : command.batchSize,
      moment.replyFields,
    );
  },

  async aggregate(reader, command, transaction) {
    const name = `${command.$db}.${command.aggregate}`;
    const pipeline: Document[] = command.pipeline;
    if (pipeline[0]?.$changeStream !== undefined) {
      return reader.cursors.stream(name, changeStream(reader.storage, name, pipeline, reader.isSilent));
    }
    const stages = Object.assign({}, ...pipeline) as Document;
    const form = pipeline.map((stage) => Object.keys(stage).join()).join(' ');
    if (form !== '$match $limit $count') throw badValue(`pipelines are not known here: ${form}`);
    const moment = momentOf(reader, command, transaction);
    const query = { filter: stages.$match, limit: stages.$limit, hint: command.hint };
    const found = find(reader.storage, name, query, moment);
    const counted = found.length > 0 ? [{ [stages.$count]: found.length }] : [];
    return reader.cursors.list(name, counted, command.cursor?.batchSize, moment.replyFields);
  },

  async explain({ storage }, { explain: command, $db }) {
    const collection = storage.collections.get(`${$db}.${command.find}`);
    if (!collection) return { queryPlanner: { winningPlan: { stage: 'EOF' } }, ok: 1 };
    const { filter = {}, sort = {}, hint, projection = {} } = command;
    const plan = planOf(collection, { filter, sort, hint, projection });
    return { queryPlanner: { winningPlan: explained(plan, filter) }, ok: 1 };
  },
};
