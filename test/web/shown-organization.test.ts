import { expect } from 'chai';
import { startServer } from '../support/server.ts';
import { sinkReceiver } from '../support/sink-receiver.ts';
import { fillOrganization } from './shown-organization.ts';

describe('the organization that screenshots show', () => {
  it('can be made, with nothing refused', async () => {
    const receiver = await sinkReceiver();
    const server = await startServer();
    try {
      expect(await fillOrganization(server, receiver.url)).to.be.greaterThan(0);
    } finally {
      await server.stop();
      await receiver.close();
    }
  });
});
