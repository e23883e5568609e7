/**
 * Appends the events of an export in their order. A log that performs appends in the order of the calls gets many at once. Another log
 * gets one at a time, because an append that is repeated after a lost answer could otherwise come after later ones.
 */
import { type EventLog, EventLogUnavailable, type ExpectedRevision } from '../ports/event-log.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { DamagedFile } from './checked-lines.ts';
import type { ExportedEvent } from './export-format.ts';

type Waiting = { readonly event: ExportedEvent; readonly expected: ExpectedRevision; readonly line: number };

const bytesAtOnceMax = 4 * 1024 * 1024;
/** Number of log streams whose newest revision is kept in memory. For others it is read. */
const headsMax = 10_000;
const attemptsMax = 20;

export class Appending {
  readonly #log: EventLog;
  readonly #atOnceMax: number;
  readonly #heads = new Map<string, number>();
  #waiting: Waiting[] = [];
  #bytes = 0;
  #position = 0;

  constructor(log: EventLog, atOnceMax: number) {
    this.#log = log;
    this.#atOnceMax = atOnceMax;
  }

  /** `bytes`: the length of its line. */
  async add(event: ExportedEvent, line: number, bytes: number): Promise<void> {
    if (event.stream === logStream.server()) return this.#addToServer(event, line);
    const { stream, revision } = event;
    const expected = revision === 0 ? 'none' : (this.#heads.get(stream) ?? (await this.#headOf(stream, revision)));
    this.#remember(stream, expected === 'none' ? 0 : expected + 1);
    this.#waiting.push({ event, expected, line });
    this.#bytes += bytes;
    if (this.#waiting.length >= this.#atOnceMax || this.#bytes >= bytesAtOnceMax) await this.flush();
  }

  /** Resolves when everything that was added is in the log. */
  async flush(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#bytes = 0;
    const results = await Promise.all(
      waiting.map(({ event, expected }) => this.#log.append(event.stream, [asNew(event)], expected)),
    );
    const refused = results.findIndex(({ ok }) => !ok);
    if (refused >= 0 && results.slice(refused).some(({ ok }) => ok))
      throw new Error(`the log refused line ${waiting[refused]?.line} and took later ones: import into an empty log`);
    for (const [index, result] of results.entries()) {
      const line = waiting[index]?.line ?? 0;
      if (!result.ok) throw refusal(result, line);
      if (result.position <= this.#position) throw new Error(`the log put line ${line} before an earlier one`);
      this.#position = result.position;
    }
  }

  /** Appends to the server's stream go after its newest revision, because other organizations may be registered meanwhile. */
  async #addToServer(event: ExportedEvent, line: number): Promise<void> {
    await this.flush();
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const newest = await this.#newestIn(event.stream);
      const result = await this.#log.append(event.stream, [asNew(event)], newest ?? 'none');
      if (result.ok) return;
      if (result.reason !== 'conflict') throw refusal(result, line);
    }
    throw new EventLogUnavailable('too much contention');
  }

  /**
   * The revision to append after. A log stream whose beginning was erased begins at 0 here. An event that is already at its own revision
   * was appended by another process that imports the same file.
   */
  async #headOf(stream: string, revision: number): Promise<ExpectedRevision> {
    await this.flush();
    const newest = await this.#newestIn(stream);
    return newest === undefined ? 'none' : Math.min(newest, revision - 1);
  }

  async #newestIn(stream: string): Promise<number | undefined> {
    return (await this.#log.readStream(stream, { direction: 'backward', limit: 1 }))[0]?.revision;
  }

  #remember(stream: string, revision: number): void {
    this.#heads.delete(stream);
    this.#heads.set(stream, revision);
    if (this.#heads.size <= headsMax) return;
    for (const oldest of this.#heads.keys()) {
      this.#heads.delete(oldest);
      return;
    }
  }
}

const asNew = ({ id, type, data, metadata }: ExportedEvent) => ({ id, type, data, metadata });

type Refused = Exclude<Awaited<ReturnType<EventLog['append']>>, { ok: true }>;

function refusal(result: Refused, line: number): Error {
  switch (result.reason) {
    case 'unavailable':
      return new EventLogUnavailable(result.detail);
    case 'too-large':
      return new DamagedFile(line, 'is larger than the log takes');
    case 'conflict':
      return new Error(`line ${line}: something else stands in its log stream`);
  }
}
