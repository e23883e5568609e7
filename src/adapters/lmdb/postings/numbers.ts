/** Rising numbers as bytes: each as its distance from the one before, seven bits a byte, the last byte without its high bit. */

const isSafe = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The last field of postings. */
export const asNumber = (value: unknown): number => {
  if (!isSafe(value)) throw new TypeError(`${String(value)} is no whole number from 0 up: postings end with one`);
  return value + 0;
};

/** A number of 53 bits takes so many bytes at most. */
const bytesMax = 8;
let scratch = Buffer.allocUnsafe(4096);

/** `before`: what the first is counted from, where others stand before it. */
export const encodeNumbers = (numbers: readonly number[], before = 0): Buffer => {
  if (scratch.length < bytesMax * numbers.length) scratch = Buffer.allocUnsafe(2 * bytesMax * numbers.length);
  let at = 0;
  let last = before;
  for (const number of numbers) {
    let rest = number - last;
    last = number;
    // Beyond 31 bits a shift would lose what is above.
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) scratch[at++] = (rest % 128) | 128;
    for (; rest > 127; rest >>>= 7) scratch[at++] = (rest & 127) | 128;
    scratch[at++] = rest;
  }
  return Buffer.from(scratch.subarray(0, at));
};

/** How many numbers there are and what the last is, without making a list of them. */
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
