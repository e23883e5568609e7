/**
 * The events of one EventStoreDB node, in memory, as far as an event log can tell: streams with explicit revisions, one order of all
 * events with positions that jump, repeated appends recognized by their ids, truncation that hides events from reads of the stream at
 * once and from reads of everything after the next scavenge. Like a disk it outlives the servers that use it.
 */
export type ProposedEvent = {
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};
export type EventRecord = ProposedEvent & {
  readonly stream: string;
  readonly revision: number;
  readonly position: number;
  readonly created: Date;
};

/** `none`: the stream must not exist. */
export type Expected = 'none' | number;

export type Appended =
  /** Without a position: a repeated append whose events were truncated meanwhile. */
  | { readonly result: 'success'; readonly revision: number; readonly position: number | undefined }
  | { readonly result: 'wrong-expected-version'; readonly actual: Expected }
  | { readonly result: 'too-large'; readonly bytesMax: number };

export class InvalidPosition extends Error {}

type StreamIndex = { last: number; readonly byRevision: Map<number, EventRecord> };

const chunkBytes = 256 * 1024 * 1024;
const recordBytes = 120;

export class EventStore {
  readonly #bytesMax: number;
  #records: EventRecord[] = [];
  readonly #streams = new Map<string, StreamIndex>();
  readonly #listeners = new Set<() => void>();
  #end = 0;
  #scavengedUpTo = 0;

  constructor({ maxAppendSize = 1024 * 1024 }: { readonly maxAppendSize?: number } = {}) {
    this.#bytesMax = maxAppendSize;
    // A new node is not empty: it has written events about itself, of types with and without a dollar sign.
    this.#write('$$$stats', [systemEvent('$metadata', { $maxAge: 86_400 })]);
    this.#write('$persistentSubscriptionConfig', [systemEvent('PersistentConfig1', { version: '2', entries: [] })]);
  }

  append(stream: string, expected: Expected, events: readonly ProposedEvent[]): Appended {
    if (events.reduce((sum, { data }) => sum + data.length, 0) > this.#bytesMax) {
      return { result: 'too-large', bytesMax: this.#bytesMax };
    }
    const index = this.#streams.get(stream);
    const current = index?.last ?? -1;
    const before = expected === 'none' ? -1 : expected;
    if (before === current) {
      const last = this.#write(stream, events);
      return { result: 'success', revision: last.revision, position: last.position };
    }
    const last = before + events.length;
    if (events.every(({ id }, number) => index?.byRevision.get(before + 1 + number)?.id === id)) {
      const readable = last >= this.#truncatedBefore(stream);
      return {
        result: 'success',
        revision: last,
        position: readable ? index?.byRevision.get(last)?.position : undefined,
      };
    }
    return { result: 'wrong-expected-version', actual: current < 0 ? 'none' : current };
  }

  /** Undefined: the stream does not exist. Without `from`, a backward read begins at the end. */
  readStream(stream: string, from: number | undefined, backward: boolean, limit: number): EventRecord[] | undefined {
    const index = this.#streams.get(stream);
    if (index === undefined) return undefined;
    const first = this.#truncatedBefore(stream);
    const found: EventRecord[] = [];
    const step = backward ? -1 : 1;
    let revision = backward ? Math.min(from ?? index.last, index.last) : Math.max(from ?? 0, first);
    for (; revision >= first && revision <= index.last && found.length < limit; revision += step) {
      const record = index.byRevision.get(revision);
      if (record !== undefined) found.push(record);
    }
    return found;
  }

  /** The records from `position` on, including it; undefined: from the beginning. */
  readForward(position: number | undefined, limit: number): EventRecord[] {
    const first = position === undefined ? 0 : this.#indexOf(position);
    return this.#records.slice(first, first + limit);
  }

  /** The records before `position`, or all, newest first. */
  readBackward(position: number | undefined, limit: number): EventRecord[] {
    const end = position === undefined ? this.#records.length : this.#indexOf(position);
    return this.#records.slice(Math.max(end - limit, 0), end).reverse();
  }

  /** The records after `position`, which need not be the position of a record. */
  after(position: number, limit: number): EventRecord[] {
    const first = this.#lowerBound(position + 1);
    return this.#records.slice(first, first + limit);
  }

  /** The answers of reads of everything from now on, as if somebody had changed the files of the node. */
  tamper(records: readonly EventRecord[]): void {
    this.#records = [...records];
  }

  get end(): number {
    return this.#end;
  }

  /** Removes truncated events, except the last of each stream. The next event begins a new chunk. */
  scavenge(): void {
    const isKept = ({ stream, revision }: EventRecord): boolean =>
      revision >= this.#truncatedBefore(stream) || revision === this.#streams.get(stream)?.last;
    for (const record of this.#records) {
      if (!isKept(record)) this.#streams.get(record.stream)?.byRevision.delete(record.revision);
    }
    this.#records = this.#records.filter((record) => this.#streams.get(record.stream)?.byRevision.has(record.revision));
    this.#end = Math.ceil((this.#end + 1) / chunkBytes) * chunkBytes;
    this.#scavengedUpTo = this.#end;
  }

  /** Calls the listener after each append. Returns a function that removes it. */
  onWritten(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #truncatedBefore(stream: string): number {
    const index = this.#streams.get(`$$${stream}`);
    const record = index?.byRevision.get(index.last);
    if (record === undefined) return 0;
    const metadata: { $tb?: number } = JSON.parse(Buffer.from(record.data).toString('utf8'));
    return metadata.$tb ?? 0;
  }

  #write(stream: string, events: readonly ProposedEvent[]): EventRecord {
    const index = this.#streams.get(stream) ?? { last: -1, byRevision: new Map<number, EventRecord>() };
    this.#streams.set(stream, index);
    let record: EventRecord | undefined;
    for (const event of events) {
      index.last += 1;
      record = { ...event, stream, revision: index.last, position: this.#end, created: new Date() };
      this.#end += recordBytes + event.data.length + event.metadata.length;
      this.#records.push(record);
      index.byRevision.set(record.revision, record);
    }
    if (record === undefined) throw new Error('nothing to append');
    for (const listener of this.#listeners) listener();
    return record;
  }

  /** The index of the record at `position`, or of the next one if that was scavenged. */
  #indexOf(position: number): number {
    const index = this.#lowerBound(position);
    const stands = this.#records[index]?.position === position;
    if (!stands && position >= this.#scavengedUpTo && position < this.#end) throw new InvalidPosition();
    return index;
  }

  #lowerBound(position: number): number {
    let [low, high] = [0, this.#records.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#records[middle]?.position ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const systemEvent = (type: string, data: object): ProposedEvent => ({
  id: crypto.randomUUID(),
  type,
  isJson: true,
  data: Buffer.from(JSON.stringify(data)),
  metadata: Buffer.alloc(0),
});
