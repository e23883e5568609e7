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

type Test = (value: unknown) => boolean;

/** A condition on a field with an array is true if it is true of the array or of one of its elements. */
const some = (value: unknown, test: Test): boolean => test(value) || (Array.isArray(value) && value.some(test));

const compared =
  (operand: unknown, test: (order: number) => boolean): Test =>
  (value) =>
    some(
      value,
      (candidate) => candidate !== undefined && sameType(candidate, operand) && test(compare(candidate, operand)),
    );

const operatorTest = (operator: string, operand: unknown): Test => {
  switch (operator) {
    case '$eq':
      return (value) => some(value, (candidate) => equal(candidate, operand));
    case '$in': {
      const tests = (operand as unknown[]).map((one) => operatorTest('$eq', one));
      return (value) => tests.some((test) => test(value));
    }
    case '$lt':
      return compared(operand, (order) => order < 0);
    case '$lte':
      return compared(operand, (order) => order <= 0);
    case '$gt':
      return compared(operand, (order) => order > 0);
    case '$gte':
      return compared(operand, (order) => order >= 0);
    case '$exists':
      return (value) => (value !== undefined) === Boolean(operand);
    case '$not': {
      const test = conditionTest(operand);
      return (value) => !test(value);
    }
    default:
      throw badValue(`unknown operator: ${operator}`);
  }
};

const conditionTest = (condition: unknown): Test => {
  if (!isOperators(condition)) return operatorTest('$eq', condition);
  const tests = Object.entries(condition).map(([operator, operand]) => operatorTest(operator, operand));
  return (value) => tests.every((test) => test(value));
};

type Matcher = (document: Document) => boolean;

const entryMatcher = (name: string, condition: unknown): Matcher => {
  switch (name) {
    case '$and': {
      const all = (condition as Document[]).map(matcher);
      return (document) => all.every((one) => one(document));
    }
    case '$or': {
      const any = (condition as Document[]).map(matcher);
      return (document) => any.some((one) => one(document));
    }
    case '$expr':
      return (document) => Boolean(evaluate(condition, document));
    default: {
      if (name.startsWith('$')) throw badValue(`unknown top level operator: ${name}`);
      const test = conditionTest(condition);
      return (document) => test(valueAt(document, name));
    }
  }
};

/** A filter that is applied to many documents is read once. */
export const matcher = (filter: Document): Matcher => {
  const all = Object.entries(filter).map(([name, condition]) => entryMatcher(name, condition));
  return (document) => all.every((one) => one(document));
};

export const matches = (filter: Document, document: Document): boolean => matcher(filter)(document);

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
