import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { Pipelined } from '../../../src/http/response/pipelining.ts';

describe('pipelined requests', () => {
  it('behind one that is cut off before its turn: the connection ends', async () => {
    const pipelined = new Pipelined();
    const begun: ServerResponse[] = [];
    const server = createServer((_, response) => {
      if (pipelined.begins(response)) begun.push(response);
    });
    server.on('connection', (socket) => pipelined.opened(socket)).listen(0);
    const client = connect((server.address() as AddressInfo).port);
    const ended = once(client.resume(), 'close');
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3));
    while (begun.length < 3) await once(server, 'request');
    begun[1]?.destroy();
    begun[0]?.end();
    await ended;
    server.close();
  });
});
