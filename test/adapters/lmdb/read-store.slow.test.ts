import { paceDefault } from '../../../src/adapters/lmdb/postings/pace.ts';
import { type LmdbReadStoreOptions, openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { readStoreContract } from '../../contracts/read-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const kinds: Readonly<Record<string, LmdbReadStoreOptions>> = {
  'when it pays': {},
  'when it pays, postings in blocks at once': { pace: { ...paceDefault, waitingMax: 0 } },
  'always, postings in blocks soon': {
    thread: 'always',
    pace: { waitingMax: 600, groupsPerCommit: 4, groupsMax: 10, recordMax: 200 },
  },
};

for (const [kind, options] of Object.entries(kinds))
  readStoreContract(`lmdb, writing on a thread ${kind}`, async () => {
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
  });
