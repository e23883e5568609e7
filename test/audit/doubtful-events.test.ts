import { expect } from 'chai';
import { DoubtfulEvents } from '../../src/audit/doubtful-events.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type SealedLog, type SealedPast, sealedLog, verified } from './sealed-past.ts';

describe('events that seem to be changed', () => {
  const max = 5;
  let log: EventLog;
  let sealed: SealedLog;
  let past: SealedPast;
  let reads: { readonly after: number; count: number }[];
  beforeEach(() => {
    reads = [];
  });
  before(async () => {
    sealed = await sealedLog({ messages: 30, eventsMax: 7 });
    ({ log, past } = sealed);
  });
  after(() => sealed.close());

  /** The log with the events `told`; `isFirst`: in the first pass through all of it. */
  const read = (told: (event: StoredEvent, isFirst: boolean) => StoredEvent) =>
    verified(
      {
        async *readAll(after, prefixes) {
          const own = { after, count: 0 };
          reads.push(own);
          for await (const event of log.readAll(after, prefixes)) {
            own.count += 1;
            yield told(event, own === reads[0]);
          }
        },
      },
      { doubtfulMax: max },
    );
  const another = (event: StoredEvent): StoredEvent => ({ ...event, data: { other: 1 } });
  const isText = ({ type }: StoredEvent): boolean => type === 'MessageSent';

  it('are read again, a limited number at a time, and are not reported if they turn out to be unchanged', async () => {
    const { findings, result } = await read((event, isFirst) => (isFirst && isText(event) ? another(event) : event));
    expect(findings).to.deep.equal([]);
    expect(result.exit).to.equal(0);
    // The batches that are sealed, and so the stretches that are read again, depend on the time that sealing took.
    const [first, ...again] = reads;
    expect(again.length).to.be.within(2, 30 / max);
    // Each reads little more than what is doubtful, from the event before it on.
    expect(again.every(({ count }) => count < (first?.count ?? 0) / 2)).to.equal(true);
    expect(again.every(({ after }) => after > 0)).to.equal(true);
  });

  it('are reported as changed if they still differ, each at its index', async () => {
    const { findings, result } = await read((event) => (isText(event) ? another(event) : event));
    const texts = past.events.filter(isText).map(({ id }) => id);
    expect(findings).to.deep.equal(texts.map((event) => ({ kind: 'CHANGED', index: past.ids.indexOf(event), event })));
    expect(result).to.deep.include({ exit: 1, counts: { CHANGED: 30, MISSING: 0, UNSEALED: 0, ERASED: 0 } });
  });

  it('are held in memory up to a limit', () => {
    const doubtful = new DoubtfulEvents();
    for (let position = 1; position < limits.doubtfulEventsMax; position += 1) {
      doubtful.add({ position, after: position - 1, index: position, id: 'x', hash: 'x' });
    }
    expect(doubtful.isFull).to.equal(false);
    doubtful.add({ position: limits.doubtfulEventsMax, after: 0, index: 0, id: 'x', hash: 'x' });
    expect(doubtful.isFull).to.equal(true);
  });
});
