import { randomUUID } from 'node:crypto';
import { openEventStoreLog } from '../../../src/adapters/eventstoredb/event-log.ts';
import { eventLogContract } from '../../contracts/event-log.ts';
import { connectionStringOf, startEventStoreServer } from '../../servers/eventstoredb/server.ts';

/** The connection string of a real node, to run the same contract on it, whatever else it holds. */
const real = process.env.VERBATIM_TEST_EVENTSTORE;

eventLogContract(real === undefined ? 'eventstoredb (test server)' : 'eventstoredb', async () => {
  const server = real === undefined ? await startEventStoreServer() : undefined;
  const connectionString = server === undefined ? String(real) : connectionStringOf(server.port);
  const options = {
    namespace: randomUUID().replaceAll('-', ''),
    // A real node refuses to begin a scavenge before the last has ended.
    scavengeUrls: server === undefined ? [] : [server.scavengeUrl],
  };
  let log = await openEventStoreLog(connectionString, options);
  return {
    log,
    async reopen() {
      await log.close();
      log = await openEventStoreLog(connectionString, options);
      return log;
    },
    async dispose() {
      await log.close();
      await server?.kill();
    },
  };
});
