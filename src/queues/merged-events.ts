/**
 * Consecutive events of a queue that its client gets as one event: the same flag set or removed for several groups of messages, or
 * consecutive deletions of messages in one place. The merged event has the id of the last one.
 */
import type { Serializable } from '../feed/serialize.ts';
import { typeNameFor } from '../feed/type-names.ts';
import type { Queue } from '../state/queues.ts';

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
      key: `${type} ${JSON.stringify(body.fields)}`,
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

/** The latest events of one kind, without another event between them. */
export class Run {
  readonly #queue: Queue;
  readonly #first: Part;
  readonly #typeName: string;
  readonly #ids: number[];
  /** The index of the run's text in the answer. */
  readonly at: number;
  #eventId: number;
  #length = 1;

  private constructor(queue: Queue, first: Part, { at, typeName, eventId }: RunStart) {
    this.#queue = queue;
    this.#first = first;
    this.#typeName = typeName;
    this.#ids = [...first.ids];
    this.at = at;
    this.#eventId = eventId;
  }

  /** Undefined if nothing is ever merged with this event. */
  static beginning(entry: Serializable, queue: Queue, at: number): Run | undefined {
    const part = partOf(entry, queue);
    const typeName = typeNameFor(queue.options, entry.type);
    return part && typeName !== null ? new Run(queue, part, { at, typeName, eventId: entry.eventId }) : undefined;
  }

  /** The number of characters by which the text grows. Undefined if the event does not belong to this run. */
  take(entry: Serializable): number | undefined {
    const part = partOf(entry, this.#queue);
    if (part?.key !== this.#first.key) return undefined;
    for (const id of part.ids) this.#ids.push(id);
    this.#eventId = entry.eventId;
    this.#length += 1;
    return JSON.stringify(part.ids).length;
  }

  /** The text of the whole run. Undefined for a run of one event, whose own text is used. */
  get text(): string | undefined {
    if (this.#length === 1) return undefined;
    const ids = [...this.#ids].sort((a, b) => a - b);
    return JSON.stringify({ type: this.#typeName, ...this.#first.fields(ids), id: this.#eventId });
  }
}

type RunStart = { readonly at: number; readonly typeName: string; readonly eventId: number };
