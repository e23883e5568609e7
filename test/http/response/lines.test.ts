import { EventEmitter, once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { readTimeLeftMs, writeLines } from '../../../src/http/response/lines.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

const idleMs = 1000 * limits.linesIdleSecs;

describe('answers of lines', () => {
  it('wait a minute for a client, and disconnect a client that reads too slowly on average (linesIdleSecs, linesBytesPerSecMin)', () => {
    expect(readTimeLeftMs(0, 0)).to.equal(idleMs);
    expect(readTimeLeftMs(0, idleMs - 1)).to.equal(1);
    expect(readTimeLeftMs(0, idleMs)).to.equal(0);
    // An hour at twice the least rate, and at half of it.
    const hourMs = 3_600_000;
    expect(readTimeLeftMs(2 * 3600 * limits.linesBytesPerSecMin, hourMs)).to.equal(idleMs);
    expect(readTimeLeftMs((3600 * limits.linesBytesPerSecMin) / 2, hourMs)).to.equal(0);
  });

  it('let other requests run, even while the client reads as fast as they are made', async () => {
    let turns = 0;
    let next = setImmediate(function turn() {
      turns += 1;
      next = setImmediate(turn);
    });
    let between = 0;
    async function* lines() {
      const before = turns;
      for (let count = 0; count < 10; count += 1) {
        between = turns - before;
        for (const began = performance.now(); performance.now() - began < 5; );
        yield 'x';
      }
    }
    const server = createServer((_request, response) => void writeLines(response, lines));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const [answer] = await once(get({ port: (server.address() as AddressInfo).port }), 'response');
    await once((answer as IncomingMessage).resume(), 'end');
    server.close();
    clearImmediate(next);
    expect(between).to.be.at.least(9);
  });

  it('are cut off when the time limit is reached, and release their resources', async () => {
    const asked: [bytes: number, waitedMs: number][] = [];
    const released = new EventEmitter();
    let answer: IncomingMessage | undefined;
    const patience = (bytes: number, waitedMs: number): number => {
      asked.push([bytes, waitedMs]);
      if (asked.length > 3) return 0;
      // The client begins to read.
      answer?.resume();
      return idleMs;
    };
    async function* lines() {
      try {
        for (;;) yield 'x'.repeat(1_000_000);
      } finally {
        released.emit('all');
      }
    }
    const server = createServer((_request, response) => {
      writeLines(response, lines, patience).catch((error: unknown) => released.emit('error', error));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const all = once(released, 'all');
    const request = get({ port: (server.address() as AddressInfo).port });
    [answer] = (await once(request, 'response')) as [IncomingMessage];
    const cut = once(answer, 'error');
    await all;
    answer.resume();
    expect(String(await cut)).to.match(/aborted/);
    server.close();
    expect(asked).to.have.length(4);
    expect(asked.map(([bytes]) => bytes)).to.satisfy((sent: number[]) =>
      sent.every((one, i) => one > (sent[i - 1] ?? 0)),
    );
    expect(asked[0]?.[1]).to.equal(0);
    expect(asked.at(-1)?.[1]).to.be.greaterThan(0);
  });
});
