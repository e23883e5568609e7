import { expect } from 'chai';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { sealedLog, verified } from './sealed-past.ts';

describe('verification of a ledger with an event in two batches', () => {
  it('names the event at its second index, and reports it neither as missing nor as renamed', async () => {
    const { log, past, close } = await sealedLog({ messages: 10, eventsMax: 7 });
    const [first, second] = past.events
      .filter(({ type }) => type === 'LedgerSealed')
      .map(({ id, data }) => ({ id, ...(data as DataOf<'LedgerSealed'>) }));
    const again = first?.entries[2]?.[0] ?? '';
    const { findings, result } = await verified({
      async *readAll(after) {
        for await (const event of log.readAll(after)) {
          const { entries = [] } = event.data as { entries?: readonly unknown[] };
          const added = { ...(event.data as object), entries: [first?.entries[2], ...entries] };
          yield event.id === second?.id ? { ...event, data: added } : event;
        }
      },
    });
    const why = 'it has another place in the log, or is sealed a second time';
    expect(findings).to.deep.include({ kind: 'CHANGED', index: 7, event: again, why });
    expect(findings.filter(({ kind }) => kind === 'MISSING')).to.deep.equal([]);
    expect(result.exit).to.equal(1);
    await close();
  });
});
