import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { readStoreContract } from '../../contracts/read-store.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

readStoreContract('lmdb', async () => {
  const folder = temporaryFolder();
  let store = await openLmdbReadStore(folder);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openLmdbReadStore(folder);
      return store;
    },
    dispose: () => store.close(),
  };
});
