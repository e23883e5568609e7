/** The conversation and the time of each message of an export, in a few bytes for each message. */

const initial = 1024;

export class MessageIndex {
  #at = new Float64Array(initial);
  /** The number of its conversation plus one; 0 if the message is not in the export. */
  #conversation = new Uint32Array(initial);
  #order = new Uint32Array(initial);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(messageId: number, at: number, conversation: number): Entry {
    this.#grow(messageId);
    this.#at[messageId] = at;
    this.#conversation[messageId] = conversation + 1;
    this.#count += 1;
    this.#order[messageId] = this.#count;
    return { at, conversation, order: this.#count };
  }

  get(messageId: number): Entry | undefined {
    const conversation = this.#conversation[messageId] ?? 0;
    if (conversation === 0) return undefined;
    return { at: this.#at[messageId] ?? 0, conversation: conversation - 1, order: this.#order[messageId] ?? 0 };
  }

  /** Ascending. */
  *ids(): Generator<number> {
    for (const [id, conversation] of this.#conversation.entries()) if (conversation > 0) yield id;
  }

  #grow(messageId: number): void {
    const size = this.#conversation.length;
    if (messageId < size) return;
    const next = Math.max(2 * size, messageId + 1);
    this.#at = grown(new Float64Array(next), this.#at);
    this.#conversation = grown(new Uint32Array(next), this.#conversation);
    this.#order = grown(new Uint32Array(next), this.#order);
  }
}

export type Entry = { readonly at: number; readonly conversation: number; readonly order: number };

function grown<A extends Float64Array | Uint32Array>(larger: A, smaller: A): A {
  larger.set(smaller);
  return larger;
}
