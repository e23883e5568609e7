/** The order of the BSON values that are used here: null < numbers < strings < objects < arrays < booleans < dates. */
import { compareTexts } from '../../support/text-order.ts';

const rank = (value: unknown): number => {
  if (value === undefined || value === null) return 5;
  if (typeof value === 'number') return 10;
  if (typeof value === 'string') return 15;
  if (Array.isArray(value)) return 25;
  if (typeof value === 'boolean') return 40;
  if (value instanceof Date) return 45;
  if (Object.getPrototypeOf(value) === Object.prototype) return 20;
  throw new Error(`values like ${JSON.stringify(value)} are not stored here`);
};

/** Comparisons in queries match only values of the same type. */
export const sameType = (a: unknown, b: unknown): boolean => rank(a) === rank(b);

export const compare = (a: unknown, b: unknown): number => {
  const order = rank(a) - rank(b);
  if (order !== 0) return order;
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a === null || a === undefined) return 0;
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left === right ? 0 : left < right ? -1 : 1;
};

export const equal = (a: unknown, b: unknown): boolean => sameType(a, b) && compare(a, b) === 0;
