/** Filters: the operators that the adapter uses, on top-level fields (and on fields of fields, by dots). */
import type { Document } from 'mongodb';
import { compare, equal, sameType } from './comparing.ts';
import { evaluate } from './expressions.ts';
import { badValue } from './failure.ts';

const valueAt = (document: Document, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Document | undefined)?.[name], document);

const isOperators = (condition: unknown): condition is Document =>
  typeof condition === 'object' &&
  condition !== null &&
  Object.keys(condition).length > 0 &&
  Object.keys(condition).every((name) => name.startsWith('$'));

/** A condition on a field with an array is true if it is true of the array or of one of its elements. */
const candidates = (value: unknown): unknown[] => (Array.isArray(value) ? [...value, value] : [value]);

const operatorHolds = (operator: string, operand: unknown, value: unknown): boolean => {
  const some = (test: (candidate: unknown) => boolean): boolean => candidates(value).some(test);
  const compared = (test: (order: number) => boolean): boolean =>
    some((candidate) => candidate !== undefined && sameType(candidate, operand) && test(compare(candidate, operand)));
  switch (operator) {
    case '$eq':
      return some((candidate) => equal(candidate, operand));
    case '$in':
      return (operand as unknown[]).some((one) => operatorHolds('$eq', one, value));
    case '$lt':
      return compared((order) => order < 0);
    case '$lte':
      return compared((order) => order <= 0);
    case '$gt':
      return compared((order) => order > 0);
    case '$gte':
      return compared((order) => order >= 0);
    case '$exists':
      return (value !== undefined) === Boolean(operand);
    case '$not':
      return !conditionHolds(operand, value);
    default:
      throw badValue(`unknown operator: ${operator}`);
  }
};

const conditionHolds = (condition: unknown, value: unknown): boolean =>
  isOperators(condition)
    ? Object.entries(condition).every(([operator, operand]) => operatorHolds(operator, operand, value))
    : operatorHolds('$eq', condition, value);

export const matches = (filter: Document, document: Document): boolean =>
  Object.entries(filter).every(([name, condition]) => {
    switch (name) {
      case '$and':
        return (condition as Document[]).every((one) => matches(one, document));
      case '$or':
        return (condition as Document[]).some((one) => matches(one, document));
      case '$expr':
        return Boolean(evaluate(condition, document));
      default:
        if (name.startsWith('$')) throw badValue(`unknown top level operator: ${name}`);
        return conditionHolds(condition, valueAt(document, name));
    }
  });

export type Predicate = { readonly field: string; readonly operator: string; readonly operand: unknown };

/** The single conditions that must all be true. Those under $or and $expr are omitted. */
export const predicatesOf = (filter: Document): Predicate[] =>
  Object.entries(filter).flatMap(([field, condition]) => {
    if (field === '$and') return (condition as Document[]).flatMap(predicatesOf);
    if (field.startsWith('$')) return [];
    return isOperators(condition)
      ? Object.entries(condition).map(([operator, operand]) => ({ field, operator, operand }))
      : [{ field, operator: '$eq', operand: condition }];
  });
