/** The stores of the simulation hold to the contracts of all stores. */
import { eventLogContract } from '../../contracts/event-log.ts';
import { readStoreContract } from '../../contracts/read-store.ts';
import { directLink, MemoryLog, openMemoryLog } from './memory-log.ts';
import { MemoryStore, openMemoryStore } from './memory-store.ts';

eventLogContract('in memory', async () => {
  const server = new MemoryLog();
  let log = openMemoryLog(server, directLink);
  return {
    log,
    async reopen() {
      await log.close();
      log = openMemoryLog(server, directLink);
      return log;
    },
    dispose: () => log.close(),
  };
});

readStoreContract('in memory', async () => {
  const server = new MemoryStore();
  let store = openMemoryStore(server, directLink);
  return {
    store,
    async reopen() {
      await store.close();
      store = openMemoryStore(server, directLink);
      return store;
    },
    dispose: () => store.close(),
  };
});
