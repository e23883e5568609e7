/**
 * A user who is deactivated, or gets a new key, while their request is decided, is refused as if the request came
 * later.
 */
import { expect } from 'chai';
import { appendEvents } from '../support/engine.ts';
import { refused, succeeded } from '../support/expect-answer.ts';
import type { Given } from '../support/given.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { deactivated, keyRotated } from '../support/writes.ts';

describe('a request that is decided again after another process has', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startServer();
  });
  afterEach(() => server.stop());

  /** Appends the event, as another process does, right before the next append to the directory. */
  const precededBy = (event: Given): void => {
    const { log } = server.application;
    const { append } = log;
    const later: typeof append = async (stream, ...more) => {
      if (stream.startsWith('directory-')) {
        Object.assign(log, { append });
        await appendEvents(log, [event]);
      }
      return append(stream, ...more);
    };
    Object.assign(log, { append: later });
  };
  const addBot = () => server.as('spare').post('/bots', { full_name: 'Late Bot', short_name: 'late' });
  const bots = async () => succeeded(await server.as('admin').get('/users')).members;

  it('deactivated the caller creates no bot that outlives its owner', async () => {
    precededBy(deactivated(server.as('spare').account.user_id));
    refused(await addBot(), { msg: 'Account is deactivated' }, 401);
    expect(JSON.stringify(await bots())).not.to.include('Late Bot');
  });

  it('given the caller a new key is refused', async () => {
    precededBy(keyRotated(server.as('spare').account.user_id, 2));
    refused(await addBot(), { msg: 'Invalid API key' }, 401);
    expect(JSON.stringify(await bots())).not.to.include('Late Bot');
  });
});
