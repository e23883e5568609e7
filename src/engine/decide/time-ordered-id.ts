/** Ids of events: UUIDv7 (RFC 9562), time in milliseconds and 74 random bits. */
import { randomUUID } from 'node:crypto';

const hexDigits = 12;
/** Behind the version's digit of `xxxxxxxx-xxxx-Vxxx-…`. */
const afterVersion = 15;

/** A random UUID, of which Node keeps a stock, with the time and the version written over its front. */
export function timeOrderedId(at: number = Date.now()): string {
  if (at !== front.at) front = { at, text: frontOf(at) };
  return front.text + randomUUID().slice(afterVersion);
}

/** Of the last id: many are made in a millisecond, and so large a number takes its time to become hexadecimal. */
let front = { at: 0, text: frontOf(0) };

function frontOf(at: number): string {
  const time = at.toString(16).padStart(hexDigits, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7`;
}
