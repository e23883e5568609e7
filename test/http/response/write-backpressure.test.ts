/** Clients that do not read their answers: the buffered bytes are bounded, and other clients are not affected. */
import { EventEmitter, once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect } from 'chai';
import { z } from 'zod';
import { PaidResponse, WriteBackpressure } from '../../../src/http/response/write-backpressure.ts';
import { type Timeouts, timeouts } from '../../../src/http/server.ts';
import { echo, echoes } from '../echo.ts';
import { ask, startApp } from '../stub-app.ts';

const megabyte = 1024 * 1024;
/** More than the operating system buffers for a client that does not read. */
const large = 8 * megabyte;

const big = echo('GET', '/big', z.object({}), { handle: async () => ({ filling: 'x'.repeat(large) }) });
const request = 'GET /api/v1/big HTTP/1.1\r\nHost: x\r\n\r\n';

const app = (unreadMax: number, own: Partial<Timeouts> = {}) =>
  startApp([big, ...echoes], [], {}, { ...timeouts, ...own }, unreadMax);

async function idler(port: number, asks = 1): Promise<Socket> {
  const socket = connect({ port, host: 'localhost' });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.pause();
  socket.write(request.repeat(asks));
  return socket;
}

/** The number of bytes that a client can still read: all of its answers, unless it was disconnected. */
async function taken(socket: Socket): Promise<number> {
  let bytes = 0;
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes >= large) socket.destroy();
  });
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  return bytes;
}

/** An answer of which its client has not read this many bytes. */
function unread(writableLength: number, payer = '', destroyed: () => void = () => undefined): PaidResponse {
  const socket = Object.assign(new EventEmitter(), {
    destroy: () => {
      destroyed();
      response.emit('close');
    },
    setTimeout: () => socket,
  });
  const response = Object.assign(new EventEmitter(), {
    writableLength,
    payer,
    destroyed: false,
    req: { socket },
    setTimeout: () => undefined,
  });
  return response as unknown as PaidResponse;
}

describe('answers that are not read', () => {
  it('are buffered up to a number of bytes; then the oldest clients are disconnected first', async () => {
    const { port, close } = await app(3.5 * large);
    const idlers: Socket[] = [];
    for (let count = 0; count < 6; count += 1) {
      idlers.push(await idler(port));
      // An answer to this request means that the previous one was answered too.
      expect((await ask({ port }, '/api/v1/things')).status).to.equal(200);
    }
    const sizes = await Promise.all(idlers.map(taken));
    expect(sizes.map((size) => size >= large)).to.deep.equal([false, false, false, true, true, true]);
    await close();
  });

  it('disconnect a client that keeps sending requests without reading', async () => {
    const { port, close } = await app(2.5 * large);
    const greedy = await idler(port, 10);
    const patient = await idler(port);
    expect(await taken(greedy)).to.be.below(large);
    expect(await taken(patient)).to.be.at.least(large);
    await close();
  });

  it('of the user with the most are given up first', async () => {
    const backpressure = new WriteBackpressure(3.5 * large, 60_000);
    const server = createServer({ ServerResponse: PaidResponse }, (request, response) => {
      response.payer = String(request.headers.host);
      response.end('x'.repeat(large));
      backpressure.written(response);
    }).listen(0);
    const { port } = server.address() as AddressInfo;
    const asked = async (owner: string): Promise<Socket> => {
      const socket = connect({ port, host: 'localhost' });
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.pause();
      const answered = once(server, 'request');
      socket.write(request.replace('Host: x', `Host: ${owner}`));
      await answered;
      return socket;
    };
    const sockets: Socket[] = [];
    for (const owner of ['patient', 'greedy', 'greedy', 'greedy', 'newest']) sockets.push(await asked(owner));
    const sizes = await Promise.all(sockets.map(taken));
    expect(sizes.map((size) => size >= large)).to.deep.equal([true, false, false, true, true]);
    server.close();
  });

  it('may be exactly as many bytes as the limit; one more costs the oldest its connection (unreadBytesMax)', () => {
    const backpressure = new WriteBackpressure(300, 60_000);
    const written = [100, 200, 1].map((bytes) => {
      backpressure.written(unread(bytes));
      return backpressure.bytes;
    });
    expect(written).to.deep.equal([100, 300, 201]);
  });

  it('of the organization with the most are given up first, however many users have them', () => {
    const backpressure = new WriteBackpressure(500, 60_000);
    const cut: string[] = [];
    const written = (owner: string, bytes: number): void => {
      backpressure.written(unread(bytes, owner, () => cut.push(owner)));
    };
    written('2.1', 200);
    for (let user = 1; user <= 5; user += 1) written(`1.${user}`, 100);
    expect(cut).to.deep.equal(['1.1', '1.2']);
  });

  it('are buffered for a limited time', async () => {
    const backpressure = new WriteBackpressure(100 * large, 50);
    const server = createServer({ ServerResponse: PaidResponse }, (_, response) => {
      response.end('x'.repeat(large));
      backpressure.written(response);
      expect(backpressure.bytes).to.be.at.least(large);
    }).listen(0);
    const socket = await idler((server.address() as AddressInfo).port);
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
    await once(response, 'close');
    expect(backpressure.bytes).to.equal(0);
    socket.destroy();
    server.close();
  });

  it('are not counted when the client is gone, not even behind an answer that is not complete', async () => {
    const backpressure = new WriteBackpressure(100 * large, 60_000);
    const server = createServer({ ServerResponse: PaidResponse }).listen(0);
    const responses: PaidResponse[] = [];
    server.on('request', (_, response) => responses.push(response));
    const socket = await idler((server.address() as AddressInfo).port, 2);
    while (responses.length < 2) await once(server, 'request');
    socket.destroy();
    const [first, second] = responses as [PaidResponse, PaidResponse];
    await once(first, 'close');
    second.end('x'.repeat(large));
    backpressure.written(second);
    expect(backpressure.bytes).to.equal(0);
    server.close();
  });

  it('are never cut off for their own size', async () => {
    const { port, close } = await app(large / 4);
    const alone = await idler(port);
    expect((await ask({ port }, '/api/v1/things')).status).to.equal(200);
    expect(await taken(alone)).to.be.at.least(large);
    await close();
  });

  it('are delivered to a client that reads slowly', async () => {
    const { port, close } = await app(large / 2 + large, { stalled: 5_000 });
    for (let count = 0; count < 3; count += 1) expect(await taken(await idler(port))).to.be.at.least(large);
    await close();
  });
});
