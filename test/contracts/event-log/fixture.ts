/** Helpers of the event log's contract. Stream names are new for each test, so that a log may contain events of other tests. */
import { randomInt, randomUUID } from 'node:crypto';
import type { AppendResult, EventLog, NewEvent, StoredEvent } from '../../../src/ports/event-log.ts';

export type OpenedLog = {
  readonly log: EventLog;
  /** Closes the log and opens it again on the same data. */
  reopen(): Promise<EventLog>;
  dispose(): Promise<void>;
};

/** The log of the running test. */
export type Subject = { log: EventLog; reopen(): Promise<EventLog> };

export const newEvent = (data: unknown = {}, type = 'Noted'): NewEvent => ({
  id: randomUUID(),
  type,
  data,
  metadata: { at: 1700000000000 },
});

export const newRealm = (): number => randomInt(1_000_000, 1_000_000_000);

let streams = 0;

/** The number makes the name unique in this run: a test that takes thousands would now and then draw the same realm twice. */
export const newStream = (): string => {
  streams += 1;
  return `note-${newRealm()}.${streams}`;
};

/** The result of an append that must succeed. */
export const succeed = (result: AppendResult): { revision: number; position: number } => {
  if (!result.ok) throw new Error(`the append was refused: ${JSON.stringify(result)}`);
  return { revision: result.revision, position: result.position };
};

export const collect = async (events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> => {
  const collected: StoredEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
};

export const ids = (events: readonly { readonly id: string }[]): string[] => events.map(({ id }) => id);

/** More events than any store reads, or hands to a subscription, at once. */
export const moreThanARead = 1_100;

/** Appends enough events to a log stream that reading it takes several reads. */
export const appendMany = async (log: EventLog, stream: string): Promise<readonly NewEvent[]> => {
  const events = Array.from({ length: moreThanARead }, (_, number) => newEvent({ number }));
  for (let start = 0; start < events.length; start += 500)
    succeed(await log.append(stream, events.slice(start, start + 500), start === 0 ? 'none' : start - 1));
  return events;
};

type Interleaved = {
  readonly streams: readonly string[];
  readonly count: number;
  readonly inFlight: number;
  /** Called after each append with the number of events so far. */
  readonly onAppended?: (count: number) => void;
};

/** Appends `count` events, one each to `streams` in turn, `inFlight` at a time. Returns them by position. */
export const appendInterleaved = async (
  log: EventLog,
  { streams, count, inFlight, onAppended }: Interleaved,
): Promise<{ stream: string; id: string; revision: number; position: number }[]> => {
  const appended: { stream: string; id: string; revision: number; position: number }[] = [];
  const heads = new Map<string, number>();
  let begun = 0;
  // Each writer has its own streams, so that no append conflicts.
  const writer = async (own: readonly string[]): Promise<void> => {
    for (let turn = 0; begun < count; turn += 1) {
      const stream = own[turn % own.length];
      if (stream === undefined) return;
      const number = begun;
      begun += 1;
      const event = newEvent({ number });
      const result = succeed(await log.append(stream, [event], heads.get(stream) ?? 'none'));
      heads.set(stream, result.revision);
      appended.push({ stream, id: event.id, ...result });
      onAppended?.(appended.length);
    }
  };
  const shares = Array.from({ length: inFlight }, (_, writerIndex) =>
    streams.filter((_stream, index) => index % inFlight === writerIndex),
  );
  await Promise.all(shares.map(writer));
  return appended.sort((a, b) => a.position - b.position);
};
