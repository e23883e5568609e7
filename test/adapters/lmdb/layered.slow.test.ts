/** A store over a closed one reads like a copy of it. Here, after every few commits, another one begins over it. */
import { type LmdbReadStoreOptions, openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { Semaphore } from '../../../src/define/mutex.ts';
import type { CopiedStore, Lease, ReadStore } from '../../../src/ports/read-store.ts';
import { readStoreContract } from '../../contracts/read-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Kind = {
  /** Until another begins. More where each has a thread, which takes a tenth of a second to start. */
  readonly commitsEach: number;
  readonly of: Parameters<typeof readStoreContract>[2];
  readonly options: LmdbReadStoreOptions;
};

const kinds: Readonly<Record<string, Kind>> = {
  'when it pays': { commitsEach: 3, of: 'documents', options: {} },
  // A thread writes documents and index entries in the same way as the main thread. Only postings in blocks are written differently.
  always: {
    commitsEach: 25,
    of: 'postings',
    options: { thread: 'always', pace: { waitingMax: 600, groupsPerCommit: 4, groupsMax: 10, recordMax: 200 } },
  },
};

async function stacked({ commitsEach, options }: Kind): Promise<ReadStore> {
  const opened = (over?: string): Promise<CopiedStore> =>
    openLmdbReadStore(temporaryFolder(), { ...options, isScratch: true, ...(over !== undefined && { over }) });
  let store = await opened();
  let models: Parameters<ReadStore['open']>[0] = [];
  let commits = 0;
  let snapshots = 0;
  const committing = new Semaphore(1);
  const leaseOf = async (): Promise<Lease> => {
    const lease = await store.takeLease('contract', 600_000);
    if (!lease) throw new Error('no lease');
    return lease;
  };
  const anew = async (): Promise<void> => {
    const folder = temporaryFolder();
    await store.copyTo(folder);
    await store.close();
    store = await opened(folder);
    await store.open(models);
  };
  return {
    async open(declared) {
      const isFirst = models.length === 0;
      models = declared;
      await (isFirst ? store.open(declared) : anew());
    },
    checkpoint: () => store.checkpoint(),
    async snapshot(body) {
      snapshots += 1;
      try {
        return await store.snapshot(body);
      } finally {
        snapshots -= 1;
      }
    },
    takeLease: (...asked) => store.takeLease(...asked),
    commit: (writes, checkpoint) =>
      committing.run(async () => {
        await store.commit(writes, checkpoint, await leaseOf());
        commits += 1;
        if (snapshots === 0 && commits % commitsEach === 1) await anew();
      }),
    prepare: (writes) => store.prepare?.(writes),
    reset: async () => store.reset(await leaseOf()),
    openReplacement: (lease) => store.openReplacement(lease),
    exchange: (lease) => store.exchange(lease),
    onCheckpoint: (listener) => store.onCheckpoint(listener),
    scrub: () => store.scrub(),
    close: () => store.close(),
  };
}

for (const [kind, stack] of Object.entries(kinds))
  readStoreContract(
    `lmdb, over a store that was closed, writing on a thread ${kind}`,
    async () => {
      const store = await stacked(stack);
      return { store, reopen: async () => store, dispose: () => store.close() };
    },
    stack.of,
  );
