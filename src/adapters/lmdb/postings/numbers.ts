/**
 * Encodes ascending numbers as bytes. Each number is stored as its difference from the one before, with seven bits in a byte, the lowest
 * bits first. The high bit is set in every byte except the last.
 */

const isSafe = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The last field of postings. Throws a TypeError for any value other than an integer from 0 up. */
export const asNumber = (value: unknown): number => {
  if (!isSafe(value))
    throw new TypeError(`${String(value)} is not an integer from 0 up, as the last field of postings must be`);
  return value + 0;
};

/** The most bytes that a number of 53 bits takes. */
const bytesMax = 8;
let scratch = Buffer.allocUnsafe(4096);

/** `before`: the number that precedes the first one. */
export const encodeNumbers = (numbers: readonly number[], before = 0): Buffer => {
  if (scratch.length < bytesMax * numbers.length) scratch = Buffer.allocUnsafe(2 * bytesMax * numbers.length);
  let at = 0;
  let last = before;
  for (const number of numbers) {
    let rest = number - last;
    last = number;
    // Bit operations work on 32 bits only.
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) scratch[at++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) scratch[at++] = (rest & 127) | 128;
    scratch[at++] = rest;
  }
  return Buffer.from(scratch.subarray(0, at));
};

/** The count of the numbers and the last number, without decoding them into a list. */
export const extentOf = (bytes: Uint8Array): { readonly count: number; readonly last: number } => {
  let [count, last, scale] = [0, 0, 1];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    last += (byte & 127) * scale;
    if (byte > 127) scale *= 128;
    else {
      count += 1;
      scale = 1;
    }
  }
  return { count, last };
};

export const decodeNumbers = (bytes: Uint8Array): number[] => {
  const numbers: number[] = [];
  let before = 0;
  let scale = 1;
  let number = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    number += (byte & 127) * scale;
    scale *= 128;
    if (byte > 127) continue;
    before += number;
    numbers.push(before);
    number = 0;
    scale = 1;
  }
  return numbers;
};
