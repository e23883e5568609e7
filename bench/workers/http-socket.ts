/** HTTP/1.1 on a bare socket: a cheap client, so that mostly the server is measured. One request at a time. */
import { connect, type Socket } from 'node:net';

type Reply = { readonly status: number; readonly body: string };

export type HttpSocket = {
  /** `request` is the whole text of a request. Rejects when the connection ends first. */
  send(request: string): Promise<Reply>;
  close(): void;
};

const headEnd = '\r\n\r\n';

/** Texts are read as latin1, so that lengths are bytes. Bodies beyond ASCII come back as bytes. */
export async function openSocket(port: number): Promise<HttpSocket> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('error', reject);
  });
  socket.setEncoding('latin1');
  let received = '';
  let waiting: { resolve: (reply: Reply) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (chunk: string) => {
    received += chunk;
    const head = received.indexOf(headEnd);
    if (head < 0) return;
    const length = Number(/content-length: *(\d+)/i.exec(received.slice(0, head + 2))?.[1] ?? 0);
    const end = head + headEnd.length + length;
    if (received.length < end) return;
    const reply = { status: Number(received.slice(9, 12)), body: received.slice(head + headEnd.length, end) };
    received = received.slice(end);
    const { resolve } = waiting ?? {};
    waiting = undefined;
    resolve?.(reply);
  });
  const lost = (error?: Error): void => {
    waiting?.reject(error ?? new Error('the connection ended'));
    waiting = undefined;
  };
  socket.on('error', lost);
  socket.on('close', () => lost());
  return {
    send: (request) =>
      new Promise((resolve, reject) => {
        if (socket.destroyed) reject(new Error('the connection has ended'));
        waiting = { resolve, reject };
        socket.write(request, 'latin1');
      }),
    close: () => socket.destroy(),
  };
}

/** The body of the answer. Any status but 200 is an error, because it would falsify the measurement. */
export async function successful(socket: HttpSocket, request: string): Promise<string> {
  const { status, body } = await socket.send(request);
  if (status !== 200) throw new Error(`${request.split(' HTTP', 1)[0]} was answered ${status}: ${body}`);
  return body;
}

export const parsed = <T>(body: string): T => JSON.parse(Buffer.from(body, 'latin1').toString('utf8')) as T;

export type Caller = { readonly email: string; readonly apiKey: string };

export const authorizationOf = ({ email, apiKey }: Caller): string =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

export const getRequest = (path: string, caller?: Caller): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${caller ? `Authorization: ${authorizationOf(caller)}\r\n` : ''}\r\n`;

/** The text of a POST request with a form. */
export function formRequest(
  method: string,
  path: string,
  form: Readonly<Record<string, string>>,
  caller: Caller,
): string {
  const body = new URLSearchParams(form).toString();
  return (
    `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorizationOf(caller)}\r\n` +
    `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  );
}
