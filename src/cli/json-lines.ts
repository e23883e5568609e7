/** JSON values over a socket, one value a line. */
import type { Socket } from 'node:net';

/** A line may quote an event of the log, which has at most a megabyte. */
const lineLengthMax = 4_000_000;

export const sendLine = (socket: Socket, value: unknown): void => {
  socket.write(`${JSON.stringify(value)}\n`);
};

/** Calls `take` for every line. A line that is too long or not JSON ends the connection. */
export function onLine(socket: Socket, take: (value: unknown) => void): void {
  let pending = '';
  socket.setEncoding('utf8');
  socket.on('data', (text: string) => {
    const lines = (pending + text).split('\n');
    pending = lines.pop() ?? '';
    try {
      for (const line of lines) take(JSON.parse(line));
    } catch (error) {
      socket.destroy(error instanceof Error ? error : undefined);
    }
    if (pending.length > lineLengthMax) socket.destroy();
  });
}
