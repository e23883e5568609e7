/** A start whose read models another process takes over before they are emptied. */
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { LeaseLost } from '../../../src/ports/read-store.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('a start that loses the lease before it has emptied the read models', () => {
  it('succeeds without the lease, and builds them once it has the lease again', async () => {
    const folder = temporaryFolder();
    const store = await openLmdbReadStore(`${folder}/read-models`);
    let resets = 0;
    let isTaken = false;
    const test = await engineIn(folder, {
      store: {
        ...store,
        takeLease: async (holder, ttlMs) => (isTaken ? undefined : store.takeLease(holder, ttlMs)),
        async reset(lease) {
          resets += 1;
          if (resets > 1) return store.reset(lease);
          isTaken = true;
          throw new LeaseLost('another projector has taken over the read models');
        },
      },
      leaseMs: 30,
      servesMeanwhile: true,
    });
    expect(test.engine.leads()).to.equal(false);
    isTaken = false;
    await appendEvents(test.log, [registered, past.founded()]);
    await test.engine.projector.reached(await test.log.tail());
    expect(test.engine.leads()).to.equal(true);
    await test.close();
  });
});
