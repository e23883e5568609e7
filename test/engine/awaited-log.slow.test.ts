/** A whole start, on an EventStoreDB that is started after it. */
import { expect } from 'chai';
import { readConfig } from '../../src/config.ts';
import { openApplication } from '../../src/main.ts';
import { connectionStringOf, startEventStoreServer } from '../servers/eventstoredb/server.ts';
import { silent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a service that is started before its event log', () => {
  it('goes on when the log is there, however long that takes', async () => {
    const node = await startEventStoreServer();
    await node.kill();
    let tell = (): void => {};
    const waits = new Promise<void>((resolve) => {
      tell = resolve;
    });
    const logger = { ...silent, warn: (_facts: object, text: string) => void (text.includes('start waits') && tell()) };
    const config = readConfig({
      VERBATIM_DATA: temporaryFolder(),
      VERBATIM_EVENT_LOG: connectionStringOf(node.port),
    });
    const starting = { progress: () => undefined, stopped: new Promise<void>(() => {}) };
    const opened = openApplication(config, 'the secret of a service that waits', logger, starting);
    await Promise.race([waits, opened]);
    const again = await startEventStoreServer({ store: node.store, port: node.port });
    const application = await opened;
    expect(application.replayed.events).to.be.greaterThan(0);
    await application.close();
    await again.kill();
  });
});
