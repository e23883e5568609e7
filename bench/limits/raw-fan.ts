/**
 * The limit of fan-out: waiting sockets, all of which are written to in one loop. It implements just enough HTTP for the same client to count
 * the answers. A GET waits. Any other request is answered at once, and then all waiting requests are answered.
 */
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { answer } from '../workers/worker.ts';

const waiting: Socket[] = [];
let body = 'x';

const text = (content: string): string => `HTTP/1.1 200 OK\r\nContent-Length: ${content.length}\r\n\r\n${content}`;

const server = createServer({ noDelay: true }, (socket) => {
  socket.setEncoding('latin1');
  socket.on('data', (request: string) => {
    if (request.startsWith('GET')) {
      waiting.push(socket);
      return;
    }
    socket.write(text('ok'), 'latin1');
    const bytes = Buffer.from(text(body), 'latin1');
    for (const one of waiting.splice(0)) one.write(bytes);
  });
  socket.on('error', () => socket.destroy());
});
const listening = new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 8192, resolve));

const tasks = {
  /** `bytes`: the length of each answer. */
  async port({ bytes }: { bytes: number }): Promise<number> {
    await listening;
    body = 'x'.repeat(bytes);
    return (server.address() as AddressInfo).port;
  },
};
export type RawFanTasks = typeof tasks;
answer(tasks);
