/**
 * Query plans, as strict as those of a server. A partial index is used only if the filter excludes the documents that it lacks. Its order
 * is used only for the fields after those that the filter fixes, and not for a field with arrays.
 */
import type { Document } from 'mongodb';
import type { Collection, Index } from './collection.ts';
import { badValue, Failure } from './failure.ts';
import { type Predicate, predicatesOf } from './matching.ts';

export type Plan = {
  readonly index: Index | undefined;
  readonly backward: boolean;
  /** Values of the first fields of the index: those that the filter fixes. */
  readonly fixed: readonly unknown[];
  /** Bounds of the next field. */
  readonly low: Predicate | undefined;
  readonly high: Predicate | undefined;
  readonly sorts: boolean;
  readonly covered: boolean;
};

type Query = {
  readonly filter: Document;
  readonly sort: Document;
  readonly hint: unknown;
  readonly projection: Document;
};

const comparisons = new Set(['$eq', '$lt', '$lte', '$gt', '$gte', '$in']);

/** Whether the index has every document that matches the filter. */
const isImplied = (partial: Document | undefined, predicates: readonly Predicate[]): boolean =>
  Object.keys(partial ?? {}).every((field) =>
    predicates.some(
      ({ field: of, operator, operand }) =>
        of === field && (operator === '$exists' ? operand === true : comparisons.has(operator) && operand !== null),
    ),
  );

const usable = (index: Index, predicates: readonly Predicate[]): boolean =>
  isImplied(index.partial, predicates) && predicates.some(({ field }) => field === index.fields[0]);

const indexFor = (collection: Collection, { hint }: Query, predicates: readonly Predicate[]): Index | undefined => {
  if (hint === undefined) return [...collection.indexes.values()].find((index) => usable(index, predicates));
  const named = collection.indexes.get(String(hint));
  if (!named) throw badValue('error processing query: hint provided does not correspond to an existing index');
  if (!isImplied(named.partial, predicates)) {
    throw new Failure(291, 'NoQueryExecutionPlans', 'the hinted index does not hold all that is asked for');
  }
  return named;
};

export const planOf = (collection: Collection, query: Query): Plan => {
  const predicates = predicatesOf(query.filter);
  const index = indexFor(collection, query, predicates);
  const sort = Object.entries<number>(query.sort);
  const backward = sort[0]?.[1] === -1;
  if (!index) {
    return { index, backward, fixed: [], low: undefined, high: undefined, sorts: sort.length > 0, covered: false };
  }
  const fixed: unknown[] = [];
  for (const field of index.fields) {
    const equality = predicates.find((one) => one.field === field && one.operator === '$eq');
    if (!equality) break;
    fixed.push(equality.operand);
  }
  const next = index.fields[fixed.length];
  const bound = (...operators: string[]) =>
    predicates.find(({ field, operator }) => field === next && operators.includes(operator));
  const free = index.fields.slice(fixed.length);
  const inOrder =
    sort.every(([field], at) => field === free[at]) &&
    sort.every(([, direction]) => direction === (backward ? -1 : 1)) &&
    sort.every(([field]) => !index.multikey.has(field));
  // An index cannot answer $exists, because a null in it may be a missing field.
  const needsDocument = predicates.some(
    ({ field, operator }) => operator === '$exists' || !index.fields.includes(field),
  );
  const wanted = Object.entries(query.projection).filter(([, on]) => on === 1);
  const inIndex =
    wanted.length > 0 && wanted.every(([field]) => index.fields.includes(field) && !index.multikey.has(field));
  const wantsId = query.projection._id === 0 || index.fields.includes('_id');
  return {
    index,
    backward,
    fixed,
    low: bound('$gte', '$gt'),
    high: bound('$lte', '$lt'),
    sorts: sort.length > 0 && !inOrder,
    covered: inIndex && wantsId && !needsDocument,
  };
};

/** The plan as `explain` shows it. */
export const explained = ({ index, backward, sorts, covered }: Plan, filter: Document): Document => {
  const direction = backward ? 'backward' : 'forward';
  let stage: Document = index
    ? { stage: 'IXSCAN', indexName: index.name, direction }
    : { stage: 'COLLSCAN', direction, filter };
  if (index && !covered) stage = { stage: 'FETCH', inputStage: stage };
  if (sorts) stage = { stage: 'SORT', inputStage: stage };
  return { stage: covered ? 'PROJECTION_COVERED' : 'PROJECTION_SIMPLE', inputStage: stage };
};
