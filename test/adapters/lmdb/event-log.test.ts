import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { eventLogContract } from '../../contracts/event-log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

eventLogContract('lmdb', async () => {
  const folder = temporaryFolder();
  let log = await openLmdbEventLog(folder);
  return {
    log,
    async reopen() {
      await log.close();
      log = await openLmdbEventLog(folder);
      return log;
    },
    dispose: () => log.close(),
  };
});
