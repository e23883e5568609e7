import { paceDefault } from '../../../src/adapters/lmdb/postings/pace.ts';
import { type LmdbReadStoreOptions, openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { readStoreContract } from '../../contracts/read-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

type Kind = { readonly of?: Parameters<typeof readStoreContract>[2]; readonly options: LmdbReadStoreOptions };

const kinds: Readonly<Record<string, Kind>> = {
  'when it pays': { options: {} },
  // The pace is that of postings alone.
  'when it pays, postings in blocks at once': { of: 'postings', options: { pace: { ...paceDefault, waitingMax: 0 } } },
  'always, postings in blocks soon': {
    of: 'written',
    options: { thread: 'always', pace: { waitingMax: 600, groupsPerCommit: 4, groupsMax: 10, recordMax: 200 } },
  },
};

for (const [kind, { of, options }] of Object.entries(kinds))
  readStoreContract(
    `lmdb, writing on a thread ${kind}`,
    async () => {
      const folder = temporaryFolder();
      let store = await openLmdbReadStore(folder, options);
      return {
        store,
        async reopen() {
          await store.close();
          store = await openLmdbReadStore(folder, options);
          return store;
        },
        dispose: () => store.close(),
      };
    },
    of,
  );
