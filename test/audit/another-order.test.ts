import { expect } from 'chai';
import type { StoredEvent } from '../../src/ports/event-log.ts';
import { sealedLog, verified } from './sealed-past.ts';

describe('verification of a log whose events were reordered', () => {
  it('finds two events that were swapped, at the index of the later one', async () => {
    const { log, past, close } = await sealedLog({ messages: 10, eventsMax: 100 });
    const [one, other] = [12, 13].map((index) => past.events.find(({ id }) => id === past.ids[index]) as StoredEvent);
    const { findings, result } = await verified({
      async *readAll(after) {
        for await (const event of log.readAll(after)) {
          const instead = event.id === one?.id ? other : event.id === other?.id ? one : undefined;
          yield { ...(instead ?? event), position: event.position };
        }
      },
    });
    const why = 'it is before an event of an earlier leaf';
    expect(findings).to.deep.equal([{ kind: 'CHANGED', index: 13, event: past.ids[13], why }]);
    expect(result.exit).to.equal(1);
    await close();
  });
});
