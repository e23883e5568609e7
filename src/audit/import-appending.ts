/**
 * Appends the events of an export, many at a time. Some logs perform appends in the order of the calls, and get any events at the same
 * time. Other logs may perform them in another order, for example after a repetition because of a lost answer. Such a log gets only those
 * events at the same time whose order has no meaning, and the events of each log stream one after the other (docs/decisions/0007).
 */
import { newestStored } from '../engine/follow/event-reader.ts';
import { type AppendResult, type EventLog, EventLogUnavailable, type ExpectedRevision } from '../ports/event-log.ts';
import { logStream } from '../vocabulary/log-streams.ts';
import { DamagedFile } from './checked-lines.ts';
import type { ExportedEvent } from './export-format.ts';

type Waiting = { readonly event: ExportedEvent; readonly expected: ExpectedRevision; readonly line: number };

const bytesAtOnceMax = 4 * 1024 * 1024;
/** For how many log streams the newest revision is kept in memory. For others it is read. */
const headsMax = 10_000;
const attemptsMax = 20;

/** Almost all events of an organization are of these types. They refer to nothing that another event of these types changes. */
const orderless: ReadonlySet<string> = new Set(['MessageSent', 'MessageEdited']);

type AppendingOptions = {
  readonly atOnceMax: number;
  /** Whether the log performs appends in the order of the calls. */
  readonly keepsOrder: boolean;
};

export function appendingTo(log: EventLog, options: AppendingOptions) {
  const heads = new Map<string, number>();
  let waiting: Waiting[] = [];
  let bytes = 0;
  let position = 0;

  /** `length`: the number of bytes of the event's line. */
  async function add(event: ExportedEvent, line: number, length: number): Promise<void> {
    if (event.stream === logStream.server()) return addToServer(event, line);
    const { atOnceMax, keepsOrder } = options;
    const standsAlone = !keepsOrder && !orderless.has(event.type);
    if (standsAlone) await flush();
    const { stream, revision } = event;
    const expected = revision === 0 ? 'none' : (heads.get(stream) ?? (await headOf(stream, revision)));
    remember(stream, expected === 'none' ? 0 : expected + 1);
    waiting.push({ event, expected, line });
    bytes += length;
    if (standsAlone || waiting.length >= atOnceMax || bytes >= bytesAtOnceMax) await flush();
  }

  /** Resolves when all added events are in the log. */
  async function flush(): Promise<void> {
    const batch = waiting;
    waiting = [];
    bytes = 0;
    const results = await appended(batch);
    const { keepsOrder } = options;
    const refused = results.findIndex(({ ok }) => !ok);
    if (keepsOrder && refused >= 0 && results.slice(refused).some(({ ok }) => ok))
      throw new Error(`the log refused line ${batch[refused]?.line} and took later ones: import into an empty log`);
    const before = position;
    for (const [index, result] of results.entries()) {
      const line = batch[index]?.line ?? 0;
      if (!result.ok) throw refusal(result, line);
      if (result.position <= (keepsOrder ? position : before))
        throw new Error(`the log stored line ${line} before an earlier one`);
      position = Math.max(position, result.position);
    }
  }

  function appended(batch: readonly Waiting[]): Promise<AppendResult[]> {
    const append = ({ event, expected }: Waiting) => log.append(event.stream, [asNew(event)], expected);
    if (options.keepsOrder) return Promise.all(batch.map(append));
    const newest = new Map<string, Promise<AppendResult>>();
    return Promise.all(
      batch.map((one) => {
        const before = newest.get(one.event.stream);
        const result =
          before === undefined ? append(one) : before.then((earlier) => (earlier.ok ? append(one) : earlier));
        newest.set(one.event.stream, result);
        return result;
      }),
    );
  }

  /** Appends to the server's log stream follow its newest revision, because other organizations may be registered in the meantime. */
  async function addToServer(event: ExportedEvent, line: number): Promise<void> {
    await flush();
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const newest = (await newestStored(log, event.stream))?.revision;
      const result = await log.append(event.stream, [asNew(event)], newest ?? 'none');
      if (result.ok) return;
      if (result.reason !== 'conflict') throw refusal(result, line);
    }
    throw new EventLogUnavailable('too much contention');
  }

  /**
   * The revision after which to append. A log stream whose beginning was erased begins at 0 here. If an event already has its own revision,
   * another process that imports the same file has appended it.
   */
  async function headOf(stream: string, revision: number): Promise<ExpectedRevision> {
    await flush();
    const newest = await newestStored(log, stream);
    return newest === undefined ? 'none' : Math.min(newest.revision, revision - 1);
  }

  function remember(stream: string, revision: number): void {
    heads.delete(stream);
    heads.set(stream, revision);
    if (heads.size <= headsMax) return;
    for (const oldest of heads.keys()) {
      heads.delete(oldest);
      return;
    }
  }

  return { add, flush };
}

const asNew = ({ id, type, data, metadata }: ExportedEvent) => ({ id, type, data, metadata });

type Refused = Exclude<AppendResult, { ok: true }>;

function refusal(result: Refused, line: number): Error {
  switch (result.reason) {
    case 'unavailable':
      return new EventLogUnavailable(result.detail);
    case 'too-large':
      return new DamagedFile(line, 'is larger than the log takes');
    case 'conflict':
      return new Error(`line ${line}: its log stream has another event there`);
  }
}
