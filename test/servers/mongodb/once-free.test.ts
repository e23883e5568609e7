/** A test server that comes back although its port is taken for a while. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect } from 'chai';
import { startMongoServer } from './mongo-server.ts';
import { onceFree } from './once-free.ts';

describe('a test server that is restarted', () => {
  it('waits for its port', async () => {
    const server = await startMongoServer();
    await server.stop();
    const other = createServer().listen(server.port, '127.0.0.1');
    await once(other, 'listening');
    const [back] = [server.start(), other.close()];
    await back;
    await server.stop();
  });

  it('tries again while the port is taken, but not after another error', async () => {
    const errors = [
      'listen EADDRINUSE: address already in use',
      'listen EADDRINUSE: address already in use',
      'listen EACCES',
    ];
    const wrong = onceFree(() => Promise.reject(new Error(errors.shift())));
    expect(await wrong.catch((error: unknown) => String(error))).to.equal('Error: listen EACCES');
    expect(errors).to.deep.equal([]);
  });
});
