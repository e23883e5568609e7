/** A whole start, on an EventStoreDB that is started after it, or goes away meanwhile. */
import { expect } from 'chai';
import type { Application } from '../../src/cli/application.ts';
import { readConfig } from '../../src/config.ts';
import { openApplication } from '../../src/main.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { connectionStringOf, type EventStoreServer, startEventStoreServer } from '../servers/eventstoredb/server.ts';
import { silent } from '../support/engine.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { withResolvers } from '../support/with-resolvers.ts';

describe('the start of a service', () => {
  /** Starts the node again when the start of the service says that it waits. */
  async function startedOn(node: EventStoreServer): Promise<Application> {
    const { promise: waits, resolve: onWarning } = withResolvers();
    const logger = {
      ...silent,
      warn: (_facts: object, text: string) => void (text.includes('start waits') && onWarning()),
    };
    const config = readConfig({
      VERBATIM_DATA: temporaryFolder(),
      VERBATIM_EVENT_LOG: connectionStringOf(node.port),
    });
    const starting = { progress: () => undefined, look: async () => undefined, stopped: new Promise<void>(() => {}) };
    const opened = openApplication(config, 'the secret of a service that waits', logger, starting);
    await Promise.race([waits, opened]);
    const again = await startEventStoreServer({ store: node.store, port: node.port });
    const application = await opened;
    return { ...application, close: () => application.close().finally(() => again.kill()) };
  }

  const neverThere = async (): Promise<Application> => {
    const node = await startEventStoreServer();
    await node.kill();
    return startedOn(node);
  };
  const awayInTheMeantime = async (): Promise<Application> => {
    const node = await startEventStoreServer();
    const { store } = node;
    const read = store.readStream;
    let ended: Promise<void> | undefined;
    store.readStream = (stream, ...given) => {
      if (stream === logStream.server()) ended ??= node.kill();
      return read.call(store, stream, ...given);
    };
    const application = await startedOn(node);
    await ended;
    expect(ended).not.to.equal(undefined);
    return application;
  };

  // Both at the same time, because each waits until the log counts as out of reach.
  it('continues when the log can be reached, however long that takes, also after it was out of reach in the meantime', async () => {
    for (const application of await Promise.all([neverThere(), awayInTheMeantime()])) {
      expect(application.replayed.events).to.be.greaterThan(0);
      await application.close();
    }
  });
});
