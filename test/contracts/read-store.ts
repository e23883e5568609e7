/**
 * The contract of every read store; run by the tests of each adapter. The tests of a group share a store, which is emptied before each
 * of them, because opening one takes longer than most tests. Those of leases, reopening and closing have a store each.
 */
import type { ReadModel } from '../../src/define/projection.ts';
import type { ReadStore } from '../../src/ports/read-store.ts';
import { committing } from './read-store/committing.ts';
import { exchanging } from './read-store/exchanging.ts';
import { emptied, models, type OpenedStore, type Subject } from './read-store/fixture.ts';
import { lasting } from './read-store/lasting.ts';
import { leasing } from './read-store/leasing.ts';
import { postings } from './read-store/postings.ts';
import { scanning } from './read-store/scanning.ts';
import { snapshots } from './read-store/snapshots.ts';

/** Groups whose tests share a store. */
const sharing = { postings, committing, scanning, snapshots };
/** Groups whose tests have a store each. */
const apart = { leasing, 'reopening and closing': lasting, exchanging };

/** A part of the contract, for a variant of a store that differs from another one in that part alone. */
const parts = {
  everything: { ...sharing, ...apart },
  written: { postings, committing, snapshots, 'reopening and closing': lasting, exchanging },
  documents: sharing,
  postings: { postings },
  reads: { scanning, snapshots },
};

export const readStoreContract = (
  name: string,
  open: () => Promise<OpenedStore>,
  of: keyof typeof parts = 'everything',
): void => {
  describe(`read store contract: ${name}`, () => {
    let opened: OpenedStore | undefined;
    let current: ReadStore | undefined;
    let declared: readonly ReadModel<unknown>[] = models;

    const subject: Subject = {
      get store() {
        if (current === undefined) throw new Error('the store is open only within a test');
        return current;
      },
      async reopen(reopenedModels = models) {
        current = await opened?.reopen();
        declared = reopenedModels;
        await subject.store.open(declared);
        return subject.store;
      },
    };

    const openNew = async (): Promise<void> => {
      opened = await open();
      current = opened.store;
      declared = models;
      await current.open(models);
    };
    const dispose = async (): Promise<void> => {
      await opened?.dispose();
      opened = undefined;
      current = undefined;
    };

    const shared = (group: string, tests: (subject: Subject) => void): void => {
      describe(group, () => {
        before(openNew);
        beforeEach(async () => {
          if (declared !== models) await subject.reopen();
          await emptied(subject.store);
        });
        after(dispose);
        tests(subject);
      });
    };
    const storeEach = (group: string, tests: (subject: Subject) => void): void => {
      describe(group, () => {
        beforeEach(openNew);
        afterEach(dispose);
        tests(subject);
      });
    };

    for (const [group, tests] of Object.entries(parts[of]))
      if (group in apart) storeEach(group, tests);
      else shared(group, tests);
  });
};
