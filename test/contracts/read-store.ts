/** The contract of every read store; run by the tests of each adapter. */
import type { ReadStore } from '../../src/ports/read-store.ts';
import { committing } from './read-store/committing.ts';
import { models, type OpenedStore, type Subject } from './read-store/fixture.ts';
import { lasting } from './read-store/lasting.ts';
import { leasing } from './read-store/leasing.ts';
import { postings } from './read-store/postings.ts';
import { scanning } from './read-store/scanning.ts';
import { snapshots } from './read-store/snapshots.ts';

export const readStoreContract = (name: string, open: () => Promise<OpenedStore>): void => {
  describe(`read store contract: ${name}`, () => {
    let opened: OpenedStore | undefined;
    let current: ReadStore | undefined;

    const subject: Subject = {
      get store() {
        if (current === undefined) throw new Error('the store is open only within a test');
        return current;
      },
      async reopen(reopenedModels = models) {
        current = await opened?.reopen();
        await subject.store.open(reopenedModels);
        return subject.store;
      },
    };

    beforeEach(async () => {
      opened = await open();
      current = opened.store;
      await current.open(models);
    });
    afterEach(async () => {
      await opened?.dispose();
      opened = undefined;
      current = undefined;
    });

    describe('committing', () => committing(subject));
    describe('scanning', () => scanning(subject));
    describe('postings', () => postings(subject));
    describe('snapshots', () => snapshots(subject));
    describe('leasing', () => leasing(subject));
    describe('reopening and closing', () => lasting(subject));
  });
};
