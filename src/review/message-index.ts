/** The conversation and the time of each message of an export, in some 26 bytes for each message. Between ids there may be large gaps. */

const idsPerPage = 64;

export class MessageIndex {
  /** Three numbers for each id of a page: the time, the conversation, and the order, which is 0 if the message is not in the export. */
  readonly #pages = new Map<number, Float64Array>();
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add(messageId: number, at: number, conversation: number): void {
    const number = Math.floor(messageId / idsPerPage);
    const page = this.#pages.get(number) ?? new Float64Array(3 * idsPerPage);
    this.#pages.set(number, page);
    this.#count += 1;
    page.set([at, conversation, this.#count], 3 * (messageId % idsPerPage));
  }

  get(messageId: number): Entry | undefined {
    const from = 3 * (messageId % idsPerPage);
    const page = this.#pages.get(Math.floor(messageId / idsPerPage));
    const [at = 0, conversation = 0, order = 0] = page?.subarray(from, from + 3) ?? [];
    return order === 0 ? undefined : { at, conversation, order };
  }

  /** Ascending. */
  *ids(): Generator<number> {
    for (const [number, page] of [...this.#pages].sort(([a], [b]) => a - b))
      for (let at = 0; at < idsPerPage; at += 1) if (page[3 * at + 2] !== 0) yield number * idsPerPage + at;
  }
}

export type Entry = { readonly at: number; readonly conversation: number; readonly order: number };
