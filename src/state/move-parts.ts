/**
 * A move of many messages is a series of events. Each moves a limited number of messages, so that other events can come in between. The
 * first one includes the message that the request names. Each says which messages are left; `src/policies/topic-moves.ts` continues with
 * them.
 */
import { idsFrom } from '../vocabulary/ascending.ts';
import type { MessageId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

export type IdRange = { readonly from: MessageId; readonly to: MessageId };

/** `range`: the messages of this event. `rest`: the ranges of the messages that are left. */
export type MovePart = { readonly range: IdRange; readonly rest: readonly IdRange[] };

/** The first part of a move of `ids`, which are ascending and include `messageId`. Undefined if one event can move all of them. */
export function firstPart(
  ids: readonly MessageId[],
  messageId: MessageId,
  max = limits.topicMovePartMax,
): MovePart | undefined {
  if (ids.length <= max) return undefined;
  const begin = max * Math.floor(Math.max(0, ids.indexOf(messageId)) / max);
  return partAt(ids, begin, begin + max, []);
}

/** The next part of `ids` in the ranges of `rest`. Undefined if none are left. */
export function nextPart(
  ids: readonly MessageId[],
  rest: readonly IdRange[],
  max = limits.topicMovePartMax,
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
