/**
 * The logged facts of an error: its type, code and stack frames. The message is logged only for types whose messages never contain users'
 * data. Other messages may quote such data, as in `Unexpected token … in "…"`.
 */
import { EventLogUnavailable } from '../ports/event-log.ts';
import { FileChanged } from '../ports/file-store.ts';
import { ReadStoreDamaged, ReadStoreUnavailable } from '../ports/read-store.ts';
import { Refused } from '../vocabulary/refusals.ts';

export type ErrorFacts = {
  readonly type: string;
  readonly code?: string | number;
  readonly message?: string;
  /** The frames of the stack, innermost first. */
  readonly at?: readonly string[];
  readonly cause?: ErrorFacts;
};

const depthMax = 4;
const ownErrors = [ReadStoreUnavailable, ReadStoreDamaged, EventLogUnavailable, FileChanged];

export function errorFacts(error: unknown, depth = 1): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code } = error as { code?: unknown };
  const message = messageOf(error);
  const at = framesOf(error);
  return {
    type: error.name,
    ...(isCode(code) && { code }),
    ...(message !== undefined && { message }),
    ...(at.length > 0 && { at }),
    ...(error.cause !== undefined && depth < depthMax && { cause: errorFacts(error.cause, depth + 1) }),
  };
}

/** A code of the operating system, of Node or of a database. */
const isCode = (code: unknown): code is string | number =>
  typeof code === 'number' || (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code));

function messageOf(error: Error): string | undefined {
  if (ownErrors.some((type) => error instanceof type)) return error.message;
  if (error instanceof Refused) {
    const { refusal } = error;
    return refusal.code === 'unavailable' ? `${refusal.code}: ${refusal.detail}` : refusal.code;
  }
  // An error of the operating system: its message names the call and the file or address.
  const { errno, syscall } = error as { errno?: unknown; syscall?: unknown };
  return typeof errno === 'number' && typeof syscall === 'string' ? error.message : undefined;
}

/** The frames after the message. A stack begins with the message, which may contain lines that look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const begins = message === '' ? 0 : stack.indexOf(message);
  if (begins < 0) return [];
  return stack
    .slice(begins + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}
