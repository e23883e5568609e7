/** Whether a message matches the narrow of a queue. Names are compared without case. */
import { foldCase } from '../vocabulary/fold-case.ts';
import type { QueueNarrow } from '../vocabulary/narrow.ts';
import type { ClientBody } from './client-event.ts';

export function matchesNarrow(
  narrow: QueueNarrow,
  message: Extract<ClientBody, { kind: 'message' }>['message'],
  flags: readonly string[],
): boolean {
  return narrow.every((term) => holds(term, message, flags));
}

function holds(
  [operator, operand]: QueueNarrow[number],
  message: Extract<ClientBody, { kind: 'message' }>['message'],
  flags: readonly string[],
): boolean {
  const { display_recipient: recipient } = message;
  switch (operator) {
    case 'stream':
      return typeof recipient === 'string' && foldCase(recipient) === foldCase(operand);
    case 'topic':
      return message.type === 'stream' && foldCase(message.subject) === foldCase(operand);
    case 'sender':
      return foldCase(message.sender_email) === foldCase(operand);
    case 'is':
      return is(operand, message.type, flags);
  }
}

function is(operand: string, type: 'stream' | 'private', flags: readonly string[]): boolean {
  switch (operand) {
    case 'private':
      return type === 'private';
    case 'starred':
      return flags.includes('starred');
    case 'unread':
      return !flags.includes('read');
    case 'mentioned':
    case 'alerted':
      return flags.includes('mentioned') || flags.includes('wildcard_mentioned') || flags.includes('has_alert_word');
    default:
      return false;
  }
}
