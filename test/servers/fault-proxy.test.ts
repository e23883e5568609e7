import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';

/** A server that echoes every chunk, and records what it received. */
const startEcho = async (): Promise<{ server: Server; port: number; received: string[] }> => {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      received.push(String(chunk));
      socket.write(chunk);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, received };
};

describe('the fault proxy', () => {
  let echo: Awaited<ReturnType<typeof startEcho>>;
  let proxy: FaultProxy;
  let client: Socket;

  const open = async (): Promise<Socket> => {
    const socket = connect(proxy.port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const ask = async (text: string): Promise<string> => {
    client.write(text);
    const [answer] = await once(client, 'data');
    return String(answer);
  };

  beforeEach(async () => {
    echo = await startEcho();
    proxy = await startFaultProxy({ port: echo.port });
    client = await open();
  });
  afterEach(async () => {
    client.destroy();
    await proxy.stop();
    echo.server.close();
  });

  it('passes bytes on in both directions', async () => {
    expect(await ask('one')).to.equal('one');
    expect(await ask('two')).to.equal('two');
  });

  it('resets open connections and accepts new ones', async () => {
    await ask('one');
    const error = once(client, 'error');
    proxy.cutAll();
    expect((await error)[0]).to.have.property('code', 'ECONNRESET');
    client = await open();
    expect(await ask('two')).to.equal('two');
  });

  it('freezes without closing, and continues at the same byte', async () => {
    await ask('one');
    proxy.blackHole(true);
    const answered = ask('two').then(() => 'answered');
    const other = connect(proxy.port, '127.0.0.1');
    await once(other, 'connect');
    expect(echo.received).to.deep.equal(['one']);
    proxy.blackHole(false);
    expect(await answered).to.equal('answered');
    expect(echo.received).to.deep.equal(['one', 'two']);
    other.destroy();
  });

  it('keeps a swallowed connection silent, and serves later ones', async () => {
    proxy.swallow(true);
    const silent = await open();
    silent.on('data', () => expect.fail('it was answered'));
    silent.write('into the void');
    expect(await ask('one')).to.equal('one');
    proxy.swallow(false);
    client.destroy();
    client = await open();
    expect(await ask('two')).to.equal('two');
    expect(echo.received).to.deep.equal(['one', 'two']);
    silent.destroy();
  });

  it('keeps the order of delayed chunks', async () => {
    proxy.delayMs(5);
    for (const text of ['one', 'two', 'three']) expect(await ask(text)).to.equal(text);
    expect(echo.received).to.deep.equal(['one', 'two', 'three']);
  });

  it('drops the answer to a request that was carried out', async () => {
    const lost = proxy.cutNextAnswer((bytes) => bytes.includes('write'));
    expect(await ask('read')).to.equal('read');
    const error = once(client, 'error');
    client.on('data', () => expect.fail('the answer came through'));
    client.write('write');
    await lost;
    expect((await error)[0]).to.have.property('code', 'ECONNRESET');
    expect(echo.received).to.deep.equal(['read', 'write']);
  });

  it('closes a connection whose server has ended', async () => {
    expect(await ask('zero')).to.equal('zero');
    echo.server.close();
    await new Promise((closed) => {
      connect(proxy.port, '127.0.0.1')
        .on('error', () => {})
        .on('close', closed);
    });
    expect(await ask('one')).to.equal('one');
  });
});
