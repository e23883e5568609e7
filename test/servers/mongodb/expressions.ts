/** The aggregation expressions that the adapter's lease uses. */
import type { Document } from 'mongodb';
import { compare, equal } from './comparing.ts';
import { badValue } from './failure.ts';

const number = (value: unknown): number => (value instanceof Date ? value.getTime() : Number(value));

export const evaluate = (expression: unknown, document: Document, now = new Date()): unknown => {
  if (expression === '$$NOW') return now;
  if (typeof expression === 'string' && expression.startsWith('$')) return document[expression.slice(1)];
  if (typeof expression !== 'object' || expression === null || expression instanceof Date) return expression;
  const [[operator, operand] = ['', undefined]] = Object.entries(expression);
  if (operator === '$literal') return operand;
  const operands = (operand as unknown[]).map((one) => evaluate(one, document, now));
  const [first, second, third] = operands;
  switch (operator) {
    case '$eq':
      return equal(first, second);
    case '$lte':
      return compare(first, second) <= 0;
    case '$cond':
      return first ? second : third;
    case '$add': {
      const sum = operands.reduce<number>((total, one) => total + number(one), 0);
      return operands.some((one) => one instanceof Date) ? new Date(sum) : sum;
    }
    default:
      throw badValue(`unrecognized expression '${operator}'`);
  }
};
