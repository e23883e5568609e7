/** Rising numbers as bytes: each as its distance from the one before, seven bits a byte, the last byte without its high bit. */

const isSafe = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** The last field of postings. */
export const asNumber = (value: unknown): number => {
  if (!isSafe(value)) throw new TypeError(`${String(value)} is no whole number from 0 up: postings end with one`);
  return value + 0;
};

export const encodeNumbers = (numbers: readonly number[]): Buffer => {
  const bytes: number[] = [];
  let before = 0;
  for (const number of numbers) {
    let rest = number - before;
    before = number;
    // Beyond 31 bits a shift would lose what is above.
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
    for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
    bytes.push(rest);
  }
  return Buffer.from(bytes);
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
