/** Applies an update to a document: a replacement, operators, or a pipeline of $set. */
import type { Document } from 'mongodb';
import { evaluate } from './expressions.ts';
import { badValue, Failure } from './failure.ts';
import { predicatesOf } from './matching.ts';

type Change = Document | readonly Document[];

const applyOperators = (change: Document, document: Document, inserting: boolean): Document => {
  const next: Document = { ...document };
  for (const [operator, fields] of Object.entries<Document>(change)) {
    for (const [field, operand] of Object.entries(fields)) {
      if (operator === '$set') next[field] = operand;
      else if (operator === '$unset') delete next[field];
      else if (operator === '$inc') next[field] = Number(next[field] ?? 0) + operand;
      else if (operator === '$addToSet') {
        next[field] = [...new Set([...(next[field] ?? []), ...(operand.$each ?? [operand])])];
      } else if (operator === '$setOnInsert') {
        if (inserting) next[field] = operand;
      } else throw badValue(`unknown modifier: ${operator}`);
    }
  }
  return next;
};

const applyPipeline = (stages: readonly Document[], document: Document): Document => {
  const now = new Date();
  let next = document;
  for (const stage of stages) {
    if (stage.$set === undefined) throw badValue(`unrecognized stage in an update: ${Object.keys(stage)}`);
    const set = Object.entries(stage.$set).map(([field, value]) => [field, evaluate(value, next, now)]);
    next = { ...next, ...Object.fromEntries(set) };
  }
  return next;
};

const isChange = (change: Document): boolean => Object.keys(change).some((name) => name.startsWith('$'));

export const updated = (change: Change, document: Document, inserting = false): Document => {
  if (Array.isArray(change)) return applyPipeline(change, document);
  const next = isChange(change) ? applyOperators(change, document, inserting) : { _id: document._id, ...change };
  if (next._id !== document._id) throw new Failure(66, 'ImmutableField', 'the _id of a document cannot change');
  return next;
};

/** The initial document of an upsert: the fields that the filter compares for equality. */
export const seedOf = (filter: Document): Document => {
  if (JSON.stringify(filter).includes('"$expr"')) {
    throw new Failure(224, 'QueryFeatureNotAllowed', '$expr is not allowed in the query predicate for an upsert');
  }
  const equalities = predicatesOf(filter).filter(({ operator }) => operator === '$eq');
  return Object.fromEntries(equalities.map(({ field, operand }) => [field, operand]));
};
