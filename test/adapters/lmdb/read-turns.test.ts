/** Long reads yield to the event loop, for many documents, for long ones, and for many reads of one snapshot. */
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { ReadStore, ReadView, Write } from '../../../src/ports/read-store.ts';
import { checkpointAt, commitTo, found, letters, models, putNote } from '../../contracts/read-store/fixture.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { turnsDuring } from '../../support/turns.ts';

describe('reading from the embedded read store', () => {
  let store: ReadStore;
  beforeEach(async () => {
    store = await openLmdbReadStore(temporaryFolder());
    await store.open(models);
  });
  afterEach(() => store.close());

  /** How many times the event loop ran while `count` documents of this length were read. */
  async function turnsWhile(count: number, length: number): Promise<number> {
    const body = 'a'.repeat(length);
    const writes = Array.from({ length: count }, (_, rank) => putNote(`note-${rank}`, { rank, body }));
    await commitTo(store, writes, checkpointAt(1));
    return store.snapshot(async (view) => {
      let turns = 0;
      let next = setImmediate(function turn() {
        turns += 1;
        next = setImmediate(turn);
      });
      expect(await found(view, 'byRank', { limit: count })).to.have.length(count);
      clearImmediate(next);
      return turns;
    });
  }

  it('takes one turn for a page of ordinary documents', async () => {
    expect(await turnsWhile(100, 1_000)).to.equal(0);
  });

  it('takes several turns for thousands of documents', async () => {
    expect(await turnsWhile(3_000, 10)).to.be.within(2, 3);
  });

  it('takes several turns for few long documents', async () => {
    expect(await turnsWhile(20, 200_000)).to.be.within(9, 20);
  });

  const turnsOf = (work: (view: ReadView) => Promise<unknown>): Promise<number> =>
    store.snapshot((view) => turnsDuring(() => work(view)));
  const searched = (view: ReadView) => found(view, 'byRank', { limit: 1 });

  it('takes one turn for some short reads', async () => {
    expect(await turnsOf((view) => Promise.all(Array.from({ length: 20 }, () => searched(view))))).to.equal(0);
  });

  it('takes several turns for thousands of short reads, in sequence or at once', async () => {
    const count = 1_000;
    const inSequence = async (view: ReadView): Promise<void> => {
      for (let at = 0; at < count; at += 1) await searched(view);
    };
    expect(await turnsOf(inSequence)).to.be.at.least(9);
    const together = (view: ReadView) => Promise.all(Array.from({ length: count }, () => searched(view)));
    expect(await turnsOf(together)).to.be.at.least(9);
  });

  it('takes several turns to search new records for many words, and one for words that were searched before', async () => {
    const words = Array.from({ length: 20 }, (_, at) => `word${at}`);
    const text = [...words, 'filling '.repeat(100)].join(' ');
    const writes = Array.from(
      { length: 500 },
      (_, number): Write => ({ model: 'letters', op: 'put', id: String(number), document: { number, text } }),
    );
    await commitTo(store, writes, checkpointAt(1));
    const numbersOf = async (view: ReadView): Promise<void> => {
      for (const word of words)
        expect(await view.scanKeys(letters, 'byText', { prefix: [word], limit: 1 })).to.deep.equal([[word, 0]]);
    };
    await store.snapshot(async (view) => {
      expect(await turnsDuring(() => numbersOf(view))).to.be.at.least(2);
      expect(await turnsDuring(() => numbersOf(view))).to.equal(0);
    });
  });
});
