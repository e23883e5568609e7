/** A range of an index as a query that MongoDB answers from that index alone, in its order. */
import type { Key, Range } from '../../ports/read-store.ts';
import { type IndexFields, storedField, storedKey } from './stored-document.ts';

export type IndexSpec = {
  readonly name: string;
  readonly key: Readonly<Record<string, 1>>;
  readonly partialFilterExpression: Readonly<Record<string, { $exists: true }>>;
};

export type IndexQuery = {
  readonly filter: Readonly<Record<string, unknown>>;
  readonly sort: Readonly<Record<string, 1 | -1>>;
  readonly hint: string;
  /** The stored fields after the prefix, in the order of the index. */
  readonly open: readonly string[];
};

/**
 * The fields are part of the name, so that an index with other fields is another index. The id comes last, to order entries with equal
 * keys.
 */
export const indexSpec = ({ name, fields }: Pick<IndexFields, 'name' | 'fields'>): IndexSpec => {
  const names = fields.map((field) => storedField(name, field));
  const [first = '_id'] = names;
  return {
    name: `${name}:${fields.join(',')}`,
    key: Object.fromEntries([...names, '_id'].map((field) => [field, 1])),
    // A document has either all fields of an index or none. Without this filter, MongoDB would index a missing field as null.
    partialFilterExpression: { [first]: { $exists: true } },
  };
};

/**
 * A comparison in MongoDB matches one type only: numbers, which include the port's null, or strings. If a range must also match the other
 * type, the bound excludes what lies beyond it.
 */
const bounds = (from: Key | undefined, to: Key | undefined): Record<string, unknown>[] => {
  const [low, high] = [from ?? undefined, to].map((key) => (key === undefined ? undefined : storedKey(key)));
  if (low !== undefined && typeof low === typeof high) return [{ $gte: low, $lte: high }];
  const conditions: Record<string, unknown>[] = [];
  if (typeof low === 'string') conditions.push({ $gte: low });
  if (typeof low === 'number') conditions.push({ $not: { $lt: low } });
  if (typeof high === 'number') conditions.push({ $lte: high });
  if (typeof high === 'string') conditions.push({ $not: { $gt: high } });
  return conditions;
};

export const indexQuery = (
  index: Pick<IndexFields, 'name' | 'fields'>,
  { prefix, from, to, reverse = false }: Range,
): IndexQuery => {
  const names = index.fields.map((field) => storedField(index.name, field));
  const [first = '_id'] = names;
  const bounded = from !== undefined || to !== undefined;
  if (prefix.length + (bounded ? 1 : 0) > names.length) {
    throw new RangeError(`a range of ${prefix.length} keys and bounds over an index of ${index.fields.join(', ')}`);
  }
  const open = names.slice(prefix.length);
  const conditions: Record<string, unknown>[] = prefix.map((key, at) => ({ [names[at] ?? first]: storedKey(key) }));
  for (const condition of bounds(from, to)) conditions.push({ [open[0] ?? first]: condition });
  // MongoDB uses a partial index only if the query excludes what the index leaves out. A comparison with the first field does that.
  const excludesMissing = conditions.some((condition) => first in condition && !isNegation(condition[first]));
  if (!excludesMissing) conditions.unshift({ [first]: { $exists: true } });
  const direction = reverse ? -1 : 1;
  return {
    filter: conditions.length === 1 ? (conditions[0] ?? {}) : { $and: conditions },
    sort: Object.fromEntries([...open, '_id'].map((field) => [field, direction])),
    hint: indexSpec(index).name,
    open,
  };
};

const isNegation = (condition: unknown): boolean =>
  typeof condition === 'object' && condition !== null && '$not' in condition;
