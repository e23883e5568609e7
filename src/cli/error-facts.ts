/**
 * What the log tells of an error: what it is and where it came from. Not its message, which may quote what somebody said or sent
 * (`Unexpected token … in "…"`), unless it is of a kind whose messages are made of the service's own words.
 */
import { EventLogUnavailable } from '../ports/event-log.ts';
import { ReadStoreUnavailable } from '../ports/read-store.ts';
import { Refused } from '../vocabulary/refusals.ts';

export type ErrorFacts = {
  readonly type: string;
  readonly code?: string | number;
  readonly message?: string;
  /** Frames of the stack, innermost first. */
  readonly at?: readonly string[];
  readonly cause?: ErrorFacts;
};

const depthMax = 4;

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

/** Of the operating system, of Node, of a database. */
const isCode = (code: unknown): code is string | number =>
  typeof code === 'number' || (typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code));

function messageOf(error: Error): string | undefined {
  if (error instanceof ReadStoreUnavailable || error instanceof EventLogUnavailable) return error.message;
  if (error instanceof Refused) {
    const { refusal } = error;
    return refusal.code === 'unavailable' ? `${refusal.code}: ${refusal.detail}` : refusal.code;
  }
  // The operating system's own: which call failed, on which file or address.
  const { errno, syscall } = error as { errno?: unknown; syscall?: unknown };
  return typeof errno === 'number' && typeof syscall === 'string' ? error.message : undefined;
}

/** A stack begins with the message, which may have lines that look like frames. */
function framesOf({ stack = '', message }: Error): string[] {
  const begins = message === '' ? 0 : stack.indexOf(message);
  if (begins < 0) return [];
  return stack
    .slice(begins + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '));
}
