import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { readStoreContract } from '../../contracts/read-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

for (const thread of ['when it pays', 'always'] as const)
  readStoreContract(`lmdb, writing on a thread ${thread}`, async () => {
    const folder = temporaryFolder();
    let store = await openLmdbReadStore(folder, { thread });
    return {
      store,
      async reopen() {
        await store.close();
        store = await openLmdbReadStore(folder, { thread });
        return store;
      },
      dispose: () => store.close(),
    };
  });
