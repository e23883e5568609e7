/**
 * Read models without a store. It applies projections to maps of documents in batches, with the declared reads and ranges of handlers
 * as in the engine. Its read view reads the maps like the adapters read their stores.
 */
import { projections as everyProjection } from '../../projections/index.ts';
import { fieldReader } from '../../src/define/index-fields.ts';
import type { Handler, Projection } from '../../src/define/projection.ts';
import type { Key, Range, ReadView } from '../../src/ports/read-store.ts';
import type { EventType, Recorded } from '../../src/vocabulary/events/index.ts';
import { compareTexts } from './text-order.ts';

/** Model → id → document. */
export type Documents = Map<string, Map<string, object>>;

const noDocuments = (): Documents => new Map();

/** Applies the events in batches of at most `batchMax` to the documents of earlier events. */
export async function projectAll(
  events: readonly Recorded[],
  {
    into = noDocuments(),
    projections = everyProjection,
    batchMax = 50,
  }: { into?: Documents; projections?: readonly Projection<object>[]; batchMax?: number } = {},
): Promise<Documents> {
  for (const batch of batchesOf(events, projections, batchMax)) {
    const view = viewOf(into, projections);
    const written: Documents = new Map();
    for (const projection of projections) written.set(projection.name, await absorb(projection, batch, view));
    for (const [model, documents] of written) commit(into, model, documents);
  }
  return into;
}

const handlerOf = (projection: Projection<object>, event: Recorded) =>
  projection.on[event.type] as Handler<object, EventType> | undefined;

/** An event with a declared range is a separate batch. */
function* batchesOf(
  events: readonly Recorded[],
  projections: readonly Projection<object>[],
  batchMax: number,
): Generator<Recorded[]> {
  let batch: Recorded[] = [];
  for (const event of events) {
    const ranged = projections.some((projection) => handlerOf(projection, event)?.ranges !== undefined);
    if (batch.length > 0 && (ranged || batch.length >= batchMax)) {
      yield batch;
      batch = [];
    }
    batch.push(event);
    if (ranged) {
      yield batch;
      batch = [];
    }
  }
  if (batch.length > 0) yield batch;
}

/** Stands for a removed document. `commit` recognizes it by identity. */
const removed = {};

async function absorb(projection: Projection<object>, batch: readonly Recorded[], view: ReadView) {
  const ids = new Set(batch.flatMap((event) => handlerOf(projection, event)?.reads?.(event) ?? []));
  const fetched = new Map<string, object | undefined>();
  for (const id of ids) fetched.set(id, await view.get(projection, id));
  const written = new Map<string, object>();
  for (const event of batch) {
    const handler = handlerOf(projection, event);
    if (!handler) continue;
    const declared = new Set(handler.reads?.(event) ?? []);
    const ranged: object[] = [];
    for (const { index, ...range } of handler.ranges?.(event) ?? [])
      for (const document of await view.scan(projection, index, { ...range, limit: Number.MAX_SAFE_INTEGER }))
        ranged.push(document);
    const get = (id: string) => {
      if (!declared.has(id)) throw new Error(`${projection.name} did not declare that ${event.type} reads ${id}`);
      const pending = written.get(id);
      return pending === removed ? undefined : (pending ?? fetched.get(id));
    };
    for (const operation of handler.apply(event, { get, ranged })) {
      if (operation.op === 'put') written.set(operation.id, structuredClone(operation.document));
      else if (operation.op === 'remove') written.set(operation.id, removed);
      else throw new Error(`${projection.name} answered ${event.type} with what is no operation`);
    }
  }
  return written;
}

function commit(into: Documents, model: string, written: ReadonlyMap<string, object>): void {
  const documents = into.get(model) ?? new Map<string, object>();
  into.set(model, documents);
  for (const [id, document] of written) {
    if (document === removed) documents.delete(id);
    else documents.set(id, document);
  }
}

/** A read view of the documents. `onScan` is called for every range that is read, for tests of costs. */
export function viewOf(
  documents: Documents,
  projections: readonly Projection<object>[] = everyProjection,
  onScan: (model: string, index: string, returned: number) => void = () => undefined,
): ReadView {
  const indexed = new Map<string, Entry[]>();
  const entriesOf = (model: string, index: string): Entry[] => {
    const name = `${model}.${index}`;
    let entries = indexed.get(name);
    if (!entries) {
      const fields = projections.find((projection) => projection.name === model)?.indexes[index];
      if (!fields) throw new Error(`no index ${name}`);
      entries = entriesOfIndex(documents.get(model) ?? new Map(), fields);
      indexed.set(name, entries);
    }
    return entries;
  };
  const stretch = (model: string, index: string, range: Range): Entry[] => {
    const found = inRange(entriesOf(model, index), range);
    onScan(model, index, found.length);
    return found;
  };
  const document = (model: string, id: string) => structuredClone(documents.get(model)?.get(id));
  return {
    checkpoint: { position: 0, models: {}, unknownTypes: [] },
    get: async <D>({ name }: { name: string }, id: string) => document(name, id) as D | undefined,
    getMany: async <D>({ name }: { name: string }, ids: readonly string[]) =>
      ids.map((id) => document(name, id) as D | undefined),
    scan: async <D>({ name }: { name: string }, index: string, range: Range) =>
      stretch(name, index, range).map(({ id }) => document(name, id) as D),
    scanKeys: async ({ name }, index, range) => stretch(name, index, range).map(({ key }) => key),
    count: async ({ name }, index, range) => stretch(name, index, range).length,
    everything: async () => {
      throw new Error('no question reads a whole read model');
    },
  };
}

type Entry = { readonly key: Key[]; readonly id: string };

function entriesOfIndex(documents: ReadonlyMap<string, object>, fields: readonly string[]): Entry[] {
  const entries: Entry[] = [];
  for (const [id, document] of documents) {
    let keys: Key[][] = [[]];
    for (const value of fieldReader(fields)(document)) {
      if (value === undefined) keys = [];
      const values = Array.isArray(value) ? [...new Set(value as Key[])] : [value as Key];
      keys = keys.flatMap((key) => values.map((one) => [...key, one]));
    }
    for (const key of keys) entries.push({ key, id });
  }
  return entries.sort((a, b) => compareKeys(a.key, b.key) || compare(a.id, b.id));
}

const rank = (key: Key): number => (key === null ? 0 : typeof key === 'number' ? 1 : 2);

function compare(a: Key, b: Key): number {
  if (a === b) return 0;
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  return Number(a) - Number(b);
}

function compareKeys(a: readonly Key[], b: readonly Key[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const order = compare(a[at] as Key, b[at] as Key);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function inRange(entries: readonly Entry[], { prefix, from, to, reverse = false, limit }: Range): Entry[] {
  const found = entries.filter(({ key }) => {
    if (prefix.some((part, at) => key[at] !== part)) return false;
    const next = key[prefix.length];
    if (next === undefined) return from === undefined && to === undefined;
    return (from === undefined || compare(next, from) >= 0) && (to === undefined || compare(next, to) <= 0);
  });
  return (reverse ? found.reverse() : found).slice(0, limit);
}
