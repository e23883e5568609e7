/** insert, update, delete, findAndModify. */
import type { Document } from 'mongodb';
import { BSON } from 'mongodb';
import type { Collection } from './collection.ts';
import { equal } from './comparing.ts';
import { badValue, Failure } from './failure.ts';
import { find, projected } from './finding.ts';
import { matches } from './matching.ts';
import type { Storage } from './storage.ts';
import type { Transaction } from './transaction.ts';
import { seedOf, updated } from './updating.ts';

const documentBytesMax = 16 * 1024 * 1024;
const duplicateKey = 11000;

/** The ids of the documents of a write. If the filter has no id, the documents are searched. */
const idsFor = (
  storage: Storage,
  collection: Collection,
  filter: Document,
  limit: number,
  transaction: Transaction | undefined,
): unknown[] => {
  if (filter._id !== undefined && typeof filter._id !== 'object') return [filter._id];
  const moment = { at: transaction?.readsAt ?? storage.now, transaction };
  return find(storage, collection.name, { filter, limit }, moment).map(({ _id }) => _id);
};

const fitting = (document: Document): Document => {
  if (BSON.calculateObjectSize(document) > documentBytesMax) {
    throw new Failure(10334, 'BSONObjectTooLarge', 'a document is larger than 16 MB');
  }
  return document;
};

type Changed = {
  readonly n: number;
  readonly before?: Document;
  readonly after?: Document;
  readonly upserted?: unknown;
};

const change = async (
  storage: Storage,
  collection: Collection,
  { q: filter, u: update, upsert = false }: Document,
  transaction: Transaction | undefined,
): Promise<Changed> => {
  const [id] = idsFor(storage, collection, filter, 1, transaction);
  const seed = upsert ? seedOf(filter) : {};
  if (id === undefined && !upsert) return { n: 0 };
  let done: Changed = { n: 0 };
  await storage.write(
    collection,
    id ?? seed._id,
    (existing) => {
      done = { n: 0 };
      if (existing && matches(filter, existing)) {
        const after = fitting(updated(update, existing));
        done = { n: 1, before: existing, after };
        return equal(after, existing) ? 'nothing' : after;
      }
      if (!upsert) return 'nothing';
      if (existing) throw new Failure(duplicateKey, 'DuplicateKey', `E11000 duplicate key error: ${seed._id}`);
      const after = fitting(updated(update, { _id: seed._id }, true));
      done = { n: 1, after, upserted: after._id };
      return after;
    },
    transaction,
  );
  return done;
};

type Writer = (storage: Storage, command: Document, transaction: Transaction | undefined) => Promise<Document>;

/** Outside transactions an error for one document is reported in the answer, next to the result for the others. */
const each = async (
  documents: readonly Document[],
  transaction: Transaction | undefined,
  write: (document: Document, index: number) => Promise<void>,
): Promise<Document> => {
  const writeErrors: Document[] = [];
  for (const [index, document] of documents.entries()) {
    try {
      await write(document, index);
    } catch (error) {
      if (!(error instanceof Failure) || transaction) throw error;
      writeErrors.push({ index, code: error.code, errmsg: error.message });
    }
  }
  return writeErrors.length > 0 ? { writeErrors } : {};
};

export const writers: Readonly<Record<string, Writer>> = {
  async insert(storage, command, transaction) {
    const collection = storage.collection(`${command.$db}.${command.insert}`);
    let n = 0;
    const errors = await each(command.documents, transaction, async (document) => {
      const seen = (existing: Document | undefined): Document => {
        if (existing) throw new Failure(duplicateKey, 'DuplicateKey', `E11000 duplicate key error: ${document._id}`);
        return fitting(document);
      };
      await storage.write(collection, document._id, seen, transaction);
      n += 1;
    });
    return { n, ...errors, ok: 1 };
  },

  async update(storage, command, transaction) {
    const collection = storage.collection(`${command.$db}.${command.update}`);
    const upserted: Document[] = [];
    let [n, nModified] = [0, 0];
    const errors = await each(command.updates, transaction, async (statement, index) => {
      if (statement.multi) throw badValue('updates of many are not known here');
      const changed = await change(storage, collection, statement, transaction);
      n += changed.n;
      if (changed.before && !equal(changed.before, changed.after)) nModified += 1;
      if (changed.upserted !== undefined) upserted.push({ index, _id: changed.upserted });
    });
    return { n, nModified, ...(upserted.length > 0 ? { upserted } : {}), ...errors, ok: 1 };
  },

  async delete(storage, command, transaction) {
    const collection = storage.collection(`${command.$db}.${command.delete}`);
    let n = 0;
    const errors = await each(command.deletes, transaction, async ({ q: filter, limit }) => {
      for (const id of idsFor(storage, collection, filter, limit, transaction)) {
        let found = 0;
        const gone = (existing: Document | undefined): undefined | 'nothing' => {
          found = existing && matches(filter, existing) ? 1 : 0;
          return found === 1 ? undefined : 'nothing';
        };
        await storage.write(collection, id, gone, transaction);
        n += found;
      }
    });
    return { n, ...errors, ok: 1 };
  },

  async findAndModify(storage, command, transaction) {
    const collection = storage.collection(`${command.$db}.${command.findAndModify}`);
    const statement = { q: command.query, u: command.update, upsert: command.upsert };
    const { before, after } = await change(storage, collection, statement, transaction);
    const value = command.new ? after : before;
    return { value: value ? projected(value, command.fields) : null, ok: 1 };
  },
};
