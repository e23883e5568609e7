/** RFC 6962, section 2.1, word for word: the functions MTH, PATH and PROOF over a list of all leaves. */
import { createHash } from 'node:crypto';

const h = (...parts: readonly Buffer[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const split = (n: number): number => 2 ** (Math.ceil(Math.log2(n)) - 1);

export function mth(d: readonly Buffer[]): Buffer {
  if (d.length === 0) return h();
  if (d.length === 1) return h(Buffer.from([0]), d[0] as Buffer);
  const k = split(d.length);
  return h(Buffer.from([1]), mth(d.slice(0, k)), mth(d.slice(k)));
}

export function path(m: number, d: readonly Buffer[]): Buffer[] {
  if (d.length === 1) return [];
  const k = split(d.length);
  return m < k ? [...path(m, d.slice(0, k)), mth(d.slice(k))] : [...path(m - k, d.slice(k)), mth(d.slice(0, k))];
}

export const proof = (m: number, d: readonly Buffer[]): Buffer[] => subproof(m, d, true);

function subproof(m: number, d: readonly Buffer[], b: boolean): Buffer[] {
  if (m === d.length) return b ? [] : [mth(d)];
  const k = split(d.length);
  return m <= k
    ? [...subproof(m, d.slice(0, k), b), mth(d.slice(k))]
    : [...subproof(m - k, d.slice(k), false), mth(d.slice(0, k))];
}
