/**
 * The key of a list of postings. A group consists of all fields of an index except the last, as a string of bytes (latin1) without control
 * characters. Groups are compared only for equality, so that their order has no meaning.
 */
import { createHash } from 'node:crypto';

/** This is well below LMDB's limit of 1,978 bytes for a key. */
const bytesMax = 400;
const isPlain = /^[ !#-[\]-~]*$/;

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** One field of a group. Throws a TypeError for a value that cannot be a key. */
export const component = (value: unknown): string => {
  if (typeof value === 'string') return isPlain.test(value) ? `"${value}"` : latin1(JSON.stringify(value));
  if (value === null) return 'null';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new TypeError(`${typeof value === 'number' ? value : typeof value} cannot be a key`);
};

/** A group that is too long for a key is cut, and the hash of the whole group is appended, so that it is equal only to itself. */
export const asGroup = (text: string): string => {
  if (text.length <= bytesMax) return text;
  const hash = createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 32);
  return `${text.slice(0, bytesMax)}~${hash}`;
};

export const groupOf = (components: readonly string[]): string => asGroup(components.join(','));
