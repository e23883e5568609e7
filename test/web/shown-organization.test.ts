import { join } from 'node:path';
import { expect } from 'chai';
import { startChild } from '../support/child-server.ts';
import { sinkReceiver } from '../support/sink-receiver.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fillOrganization } from './shown-organization.ts';

describe('the organization that screenshots show', () => {
  it('can be made, with nothing refused', async () => {
    const receiver = await sinkReceiver();
    const server = await startChild(join(temporaryFolder(), 'data'));
    try {
      expect(await fillOrganization(server, receiver.url)).to.be.greaterThan(0);
    } finally {
      await server.kill();
      await receiver.close();
    }
  });
});
