/** Whether a message matches the narrow of a queue. Names are compared without case. */
import { foldCase, foldName } from '../vocabulary/fold-case.ts';
import type { QueueNarrow } from '../vocabulary/narrow.ts';
import type { Place } from '../vocabulary/places.ts';
import type { ClientBody } from './client-event.ts';

type Sent = Pick<Extract<ClientBody, { kind: 'message' }>, 'message' | 'channel'>;

export const matchesNarrow = (narrow: QueueNarrow, sent: Sent, sender: string, flags: readonly string[]): boolean =>
  narrow.every((term) => holds(term, sent, sender, flags));

function holds(
  [operator, operand]: QueueNarrow[number],
  { message: { place }, channel }: Sent,
  sender: string,
  flags: readonly string[],
): boolean {
  switch (operator) {
    case 'stream':
      return channel !== undefined && foldName(channel) === foldName(operand);
    case 'topic':
      return place.kind === 'channel' && foldCase(place.topic) === foldCase(operand);
    case 'sender':
      return foldCase(sender) === foldCase(operand);
    case 'is':
      return is(operand, place, flags);
  }
}

function is(operand: string, place: Place, flags: readonly string[]): boolean {
  switch (operand) {
    case 'private':
      return place.kind === 'private';
    case 'starred':
      return flags.includes('starred');
    case 'unread':
      return !flags.includes('read');
    case 'mentioned':
      return isMentioned(flags);
    // As in the queues of the original API: mentions and alert words.
    case 'alerted':
      return isMentioned(flags) || flags.includes('has_alert_word');
    default:
      return false;
  }
}

const isMentioned = (flags: readonly string[]): boolean =>
  flags.includes('mentioned') || flags.includes('wildcard_mentioned');
