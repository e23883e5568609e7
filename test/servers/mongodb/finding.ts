/** Finds the documents of a query, as of a time, in the requested order. */
import type { Document } from 'mongodb';
import { type Collection, compareKeys, type Entry, firstWhere, type Index, idKey } from './collection.ts';
import { compare } from './comparing.ts';
import { badValue, snapshotUnavailable } from './failure.ts';
import { matcher } from './matching.ts';
import { type Plan, planOf } from './planning.ts';
import type { Storage } from './storage.ts';
import type { Transaction } from './transaction.ts';

export type Query = {
  readonly filter: Document;
  readonly sort?: Document;
  readonly hint?: unknown;
  readonly limit?: number;
  readonly projection?: Document;
};

export type Moment = { readonly at: number; readonly transaction: Transaction | undefined };

/** The ids that a filter requires, if it has a condition on the id. */
const namedIds = (filter: Document): unknown[] | undefined => {
  const id = filter._id;
  if (id === undefined) return undefined;
  if (typeof id !== 'object' || id === null) return [id];
  return Array.isArray(id.$in) && Object.keys(id).length === 1 ? [...new Set(id.$in as unknown[])] : undefined;
};

export const find = (storage: Storage, name: string, query: Query, { at, transaction }: Moment): Document[] => {
  const collection = storage.readable(name, at);
  if (!collection) return [];
  if (collection.madeAt > at) throw snapshotUnavailable();
  const ids = query.hint === undefined ? namedIds(query.filter) : undefined;
  const isWanted = matcher(query.filter);
  const limit = query.limit || Number.POSITIVE_INFINITY;
  if (ids) {
    const named = ids.map((id) => storage.read(collection, idKey(id), at, transaction));
    const found = named.filter((one) => one !== undefined && isWanted(one)) as Document[];
    return sorted(found, query.sort ?? {}).slice(0, limit);
  }
  if (transaction?.writes.has(collection)) throw badValue('no scans over what the transaction has written, here');
  const plan = planOf(collection, { projection: {}, hint: undefined, sort: {}, ...query });
  if (plan.index && plan.index.madeAt > at) throw snapshotUnavailable();
  const found: Document[] = [];
  for (const document of plan.index ? throughIndex(collection, plan.index, plan, at) : throughAll(collection, at)) {
    if (!isWanted(document)) continue;
    found.push(document);
    if (!plan.sorts && found.length >= limit) break;
  }
  return plan.sorts ? sorted(found, query.sort ?? {}).slice(0, limit) : found;
};

function* throughAll(collection: Collection, at: number): Generator<Document> {
  for (const id of collection.documents.keys()) {
    const document = collection.version(id, at)?.document;
    if (document) yield document;
  }
}

function* throughIndex(collection: Collection, { entries }: Index, plan: Plan, at: number): Generator<Document> {
  const { fixed, low, high, backward } = plan;
  const beginning = (key: readonly unknown[]): number => compareKeys(fixed, key);
  const next = (key: readonly unknown[], bound: unknown): number => compare(key[fixed.length], bound);
  const start = firstWhere(
    entries,
    (key) => beginning(key) < 0 || (beginning(key) === 0 && (!low || next(key, low.operand) >= 0)),
  );
  const end = firstWhere(
    entries,
    (key) => beginning(key) < 0 || (beginning(key) === 0 && high !== undefined && next(key, high.operand) > 0),
  );
  // A multikey index has several entries for a document. A query returns it once.
  const seen = new Set<string>();
  for (let step = 0; step < end - start; step += 1) {
    const entry: Entry | undefined = entries[backward ? end - 1 - step : start + step];
    if (!entry?.version.document || seen.has(entry.id) || !collection.isVisible(entry, at)) continue;
    seen.add(entry.id);
    yield entry.version.document;
  }
}

const sorted = (documents: Document[], sort: Document): Document[] => {
  const by = Object.entries<number>(sort);
  if (by.length === 0) return documents;
  return [...documents].sort((a, b) => {
    for (const [field, direction] of by) {
      const order = compare(a[field], b[field]) * direction;
      if (order !== 0) return order;
    }
    return 0;
  });
};

/** The projected fields. Only projections that name fields are supported; they may exclude the id. */
export const projected = (document: Document, projection: Document | undefined): Document => {
  if (!projection || Object.keys(projection).length === 0) return document;
  const { _id = 1, ...fields } = projection;
  const names = [...(_id === 1 ? ['_id'] : []), ...Object.keys(fields)].filter(
    (field) => document[field] !== undefined,
  );
  return Object.fromEntries(names.map((field) => [field, document[field]]));
};
