/** A start that does not wait for its read models, with more events to project than the backlog keeps in memory. */
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { faultyStore } from '../../simulation/faulty-stores.ts';
import { appendEvents, engineIn, everythingIn } from '../../support/engine.ts';
import { registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const people = Array.from({ length: 16 }, (_, index) => past.newUser(index + 1)).flat();

/** What is awaited, and the milliseconds of all timers that are set meanwhile. */
async function waitsOf<T>(awaited: () => Promise<T>): Promise<[T, number]> {
  const set = globalThis.setTimeout;
  let sum = 0;
  globalThis.setTimeout = new Proxy(set, {
    apply(target, self, given: Parameters<typeof set>) {
      sum += Math.max(0, given[1] ?? 0);
      return Reflect.apply(target, self, given);
    },
  });
  try {
    return [await awaited(), sum];
  } finally {
    globalThis.setTimeout = set;
  }
}

describe('a start that does not wait for its read models', () => {
  for (const outageBacklogMax of [5, 50_000])
    it(`follows the log to its end, refuses reads in the meantime, and completes the read models (${outageBacklogMax} in memory)`, async () => {
      const folder = temporaryFolder();
      const before = await engineIn(folder);
      await appendEvents(before.log, [registered, past.founded(), ...people]);
      await before.engine.follower.catchUp();
      const expected = await everythingIn(before);
      await before.close();

      const { store, faults } = faultyStore(await openLmdbReadStore(temporaryFolder()));
      faults.writesLeft = 1;
      const after = await engineIn(folder, { store, servesMeanwhile: true, outageBacklogMax, readWaitMs: 100 });
      expect(after.engine.follower.position).to.equal(await after.log.tail());
      expect(after.engine.projector.reads.areBehind).to.equal(true);
      const [refused, waited] = await waitsOf(() =>
        after.engine.read(async () => 'answered').catch((error: unknown) => error),
      );
      expect(refused).to.be.instanceOf(ReadStoreUnavailable);
      // A timer may end a little early.
      expect(waited).to.be.within(100, 110);
      // Events that arrive during the build are projected too.
      await appendEvents(after.log, past.newUser(100));
      Object.assign(faults, { away: false, writesLeft: Number.POSITIVE_INFINITY });
      await after.engine.follower.catchUp();
      const found = await everythingIn(after);
      expect(after.engine.projector.reads.areBehind).to.equal(false);
      await after.close();

      const again = await engineIn(folder, { readModels: 'built-at-once' });
      expect(found).to.deep.equal(await everythingIn(again));
      expect(found).not.to.deep.equal(expected);
      await again.close();
    });
});
