/**
 * A move of many messages is a chain of events, each about few enough that whatever else happens comes between them. The first event holds
 * the message that was asked for; each event says where messages are left. `src/policies/topic-moves.ts` goes on with them.
 */
import { idsFrom } from '../vocabulary/ascending.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import { topicMovePartMax } from '../vocabulary/limits.ts';

export type IdRange = { readonly from: MessageId; readonly to: MessageId };

/** `range`: the messages of this event; `rest`: where further ones are left. */
export type MovePart = { readonly range: IdRange; readonly rest: readonly IdRange[] };

/** The first part of a move of `ids`, which are ascending and hold `messageId`; undefined if they make one event. */
export function firstPart(
  ids: readonly MessageId[],
  messageId: MessageId,
  max = topicMovePartMax,
): MovePart | undefined {
  if (ids.length <= max) return undefined;
  const begin = max * Math.floor(Math.max(0, ids.indexOf(messageId)) / max);
  return partAt(ids, begin, begin + max, []);
}

/** The next part, of what is left of `ids` in the ranges of `rest`; undefined if none is. */
export function nextPart(
  ids: readonly MessageId[],
  rest: readonly IdRange[],
  max = topicMovePartMax,
): MovePart | undefined {
  const [range, ...others] = rest;
  if (!range) return undefined;
  const inRange = idsFrom(ids, range.from, range.to);
  return inRange.length === 0 ? nextPart(ids, others, max) : partAt(inRange, 0, max, others);
}

function partAt(ids: readonly MessageId[], begin: number, end: number, others: readonly IdRange[]): MovePart {
  const rest = [rangeOf(ids.slice(0, begin)), rangeOf(ids.slice(end))].filter((range) => range !== undefined);
  return { range: rangeOf(ids.slice(begin, end)) as IdRange, rest: [...rest, ...others] };
}

function rangeOf(ids: readonly MessageId[]): IdRange | undefined {
  const [from, to] = [ids[0], ids.at(-1)];
  return from === undefined || to === undefined ? undefined : { from, to };
}
