import { once } from 'node:events';
import { request } from 'node:http';
import { expect } from 'chai';
import { z } from 'zod';
import { defineEndpoint } from '../../src/http/define-endpoint.ts';
import { ClientGone } from '../../src/http/request/body-errors.ts';
import { founded, newUser } from '../support/past-events.ts';
import { withResolvers } from '../support/with-resolvers.ts';
import { as, startApp } from './stub-app.ts';

describe('a call that waits for long', () => {
  it('is aborted when its client leaves, and then fails without a line in the log', async () => {
    const { promise: calling, resolve: called } = withResolvers<AbortSignal>();
    let failed: Promise<unknown> = Promise.resolve();
    const endpoint = defineEndpoint({
      route: 'GET /long',
      id: 'long',
      summary: '',
      description: '',
      access: 'user',
      parameters: z.object({}),
      response: z.object({}),
      example: {},
      async handle(call) {
        const gone = call.gone();
        failed = once(gone, 'abort').then(() => gone.throwIfAborted());
        called(gone);
        await failed;
        return {};
      },
    });
    const app = await startApp([endpoint], [founded(), ...newUser(1)]);
    const client = request({ port: app.port, path: '/api/v1/long', headers: as(1), agent: false });
    const left = once(client, 'error');
    client.end();
    const gone = await calling;
    expect(gone.aborted).to.equal(false);
    client.destroy();
    expect(await failed.catch((error: unknown) => error)).to.be.instanceOf(ClientGone);
    await left;
    await app.close();
    expect(app.logged).to.deep.equal([]);
  });
});
