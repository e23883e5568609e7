/**
 * What postings are kept under: a group is all fields of an index but the last, as a text of bytes (latin1) without control
 * characters. Groups are only ever compared for equality, so their order means nothing.
 */
import { createHash } from 'node:crypto';

/** LMDB takes keys of 1,978 bytes. */
const bytesMax = 400;
const isPlain = /^[ !#-[\]-~]*$/;

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

/** One field; what is no key is an error of the projection. */
export const component = (value: unknown): string => {
  if (typeof value === 'string') return isPlain.test(value) ? `"${value}"` : latin1(JSON.stringify(value));
  if (value === null) return 'null';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  throw new TypeError(`${typeof value === 'number' ? value : typeof value} cannot be a key`);
};

/** A group too long for a key is cut and closed with a hash: it equals only itself. */
export const asGroup = (text: string): string => {
  if (text.length <= bytesMax) return text;
  const hash = createHash('sha256').update(text, 'latin1').digest('hex').slice(0, 32);
  return `${text.slice(0, bytesMax)}~${hash}`;
};

export const groupOf = (components: readonly string[]): string => asGroup(components.join(','));
