/**
 * Consecutive events of a queue that its client gets as one event: the same flag set or removed for several groups of messages, or
 * consecutive deletions of messages in one place. The merged event has the id of the last one.
 */
import type { Serializable } from '../feed/serialize.ts';
import { typeNameFor } from '../feed/type-names.ts';
import type { Queue } from '../state/queues.ts';
import { foldCase } from '../vocabulary/fold-case.ts';

/** The properties that the events of a run share, and the messages of one event. */
type Part = {
  readonly key: string;
  readonly ids: readonly number[];
  readonly fields: (ids: readonly number[]) => object;
};

/** Undefined if the event is not merged with others. */
function partOf({ type, body }: Serializable, { options }: Queue): Part | undefined {
  if (body.kind === 'deletion' && options.bulkMessageDeletion)
    return {
      key: foldCase(`${type} ${JSON.stringify(body.fields)}`),
      ids: body.messageIds,
      fields: (ids) => ({ message_ids: ids, ...body.fields }),
    };
  if (body.kind !== 'plain' || !('operation' in body.fields) || body.fields.all) return undefined;
  const flags = body.fields;
  return {
    key: `${type} ${flags.operation} ${flags.flag}`,
    ids: flags.messages,
    fields: (ids) => ({ ...flags, messages: ids }),
  };
}

/** The latest events of one kind, without another event between them. `at`: the index of their text in the answer. */
export type Run = {
  readonly at: number;
  /** The number of characters by which the text grows. Undefined if the event does not belong to this run. */
  readonly take: (entry: Serializable) => number | undefined;
  /** The text of the whole run. Undefined for a run of one event, whose own text is used. */
  readonly text: () => string | undefined;
};

/** Undefined if nothing is ever merged with this event. */
export function runFrom(entry: Serializable, queue: Queue, at: number): Run | undefined {
  const first = partOf(entry, queue);
  const type = typeNameFor(queue.options, entry.type);
  if (!first || type === null) return undefined;
  const ids = [...first.ids];
  let { eventId: id } = entry;
  let length = 1;
  return {
    at,
    take(next) {
      const part = partOf(next, queue);
      if (part?.key !== first.key) return undefined;
      for (const one of part.ids) ids.push(one);
      id = next.eventId;
      length += 1;
      return JSON.stringify(part.ids).length;
    },
    text: () =>
      length === 1 ? undefined : JSON.stringify({ type, ...first.fields([...ids].sort((a, b) => a - b)), id }),
  };
}
