import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { allEndpoints } from '../../../src/cli/replay/replica.ts';
import { pastServer, type Shown } from '../../../src/http/past/past-app.ts';
import { silent } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

describe('the server of the past', () => {
  it('gives up both of two requests whose client has left before the first was answered', async () => {
    const begun: AbortSignal[] = [];
    const { promise: areBegun, resolve: allBegun } = withResolvers();
    const answer: Shown['answer'] = (_, gone) => {
      if (begun.push(gone) === 2) allBegun();
      return new Promise((_resolve, reject) => gone.addEventListener('abort', () => reject(gone.reason)));
    };
    const shown: Shown = { realmId, asOf: '', answer };
    const server = pastServer({ endpoints: allEndpoints, key: 'key', shown: () => shown, logger: silent });
    server.listen(0);
    const client = connect((server.address() as AddressInfo).port);
    const Authorization = `Basic ${Buffer.from('1:key').toString('base64')}`;
    client.write(`GET /api/v1/users HTTP/1.1\r\nHost: x\r\nAuthorization: ${Authorization}\r\n\r\n`.repeat(2));
    await areBegun;
    const given = begun.map((gone) => gone.aborted || once(gone, 'abort'));
    client.destroy();
    await Promise.all(given);
    server.close();
  });
});
