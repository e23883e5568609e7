/**
 * A lock that lets one process at a time use a data folder. It is a listening Unix socket, because the kernel closes that when
 * its process dies, however it dies. Each starting process listens on a socket with a new, higher number, then lists the sockets:
 *  - if one has a higher number, the process closes its own and tries again or fails;
 *  - if one with a lower number answers, that process holds the lock;
 *  - sockets with lower numbers that do not answer belong to dead processes, and are deleted.
 * Two processes never both get the lock, because each lists the sockets after it listens on its own: the one that listens later
 * always sees the earlier one. A socket gets its number when its process listens already: one that does not answer is dead.
 */
import { link } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { settlesWithin } from '../define/settles-within.ts';
import { during } from '../define/under-way.ts';
import { orConfigError } from './data-folder.ts';
import { onLine, sendLine } from './json-lines.ts';
import { connectTo, newSocketPath, removeNewSockets, removeSocket, socketNumbers, socketPath } from './sockets.ts';

export type DataLock = {
  /** Answers requests of other processes from now on, including those that are already waiting. */
  answerWith(answer: Answer): void;
  /** Resolves when the requests in flight are answered; later ones are not answered. */
  stopAnswering(): Promise<void>;
  /** Closes the socket: another process may take the lock. */
  release(): Promise<void>;
};

/** Answers one request. Never rejects. It may `send` values before its answer. `gone` resolves when the connection is closed. */
export type Answer = (request: unknown, send: (value: unknown) => void, gone: Promise<void>) => Promise<unknown>;

/** Another process uses this data folder. */
export class DataInUse extends Error {
  override name = 'DataInUse';
  constructor(data: string, pid: number | undefined) {
    super(`another Verbatim is running on ${data} (${pid === undefined ? 'it does not answer' : `pid ${pid}`})`);
  }
}

const attemptsMax = 100;
/** How long a closing socket waits for other processes to read their answers. */
const unreadMsMax = 2_000;

/** Throws DataInUse, and ConfigError if nothing can be written to the folder. The folder must exist. */
export const lockData = (data: string): Promise<DataLock> => orConfigError(data, locked(data));

async function locked(data: string): Promise<DataLock> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const number = Math.max(Date.now(), ((await socketNumbers(data)).at(-1) ?? 0) + 1);
    const own = await Listening.on(socketPath(data, number), newSocketPath(data));
    if (!own) continue;
    const numbers = await socketNumbers(data);
    const later = numbers.findLast((other) => other > number);
    if (later === undefined) {
      const pid = await holderAmong(
        data,
        numbers.filter((other) => other < number),
      );
      if (pid === 'nobody') {
        await removeNewSockets(data);
        return own.hold();
      }
      await own.release();
      throw new DataInUse(data, pid);
    }
    await own.release();
    const pid = await holderAmong(data, [later]);
    if (pid !== 'nobody') throw new DataInUse(data, pid);
  }
  throw new DataInUse(data, undefined);
}

/** The process id of the lock's holder among these sockets (undefined if unknown). Deletes the sockets of dead processes. */
async function holderAmong(data: string, numbers: readonly number[]): Promise<number | undefined | 'nobody'> {
  for (const number of numbers) {
    const path = socketPath(data, number);
    const connected = await connectTo(path);
    if (connected === 'dead') await removeSocket(path);
    else if (connected !== 'gone') {
      connected.socket.destroy();
      return connected.pid;
    }
  }
  return 'nobody';
}

/** This process's socket. It sends nothing to connecting processes until `hold` is called. */
class Listening implements DataLock {
  readonly #path: string;
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #waiting: { socket: Socket; request: unknown }[] = [];
  #answer: Answer | undefined;
  #held = false;
  #stopped = false;

  /** Listens on `newPath`, and then renames the socket to `path`. Undefined if another process has just used the same number. */
  static async on(path: string, newPath: string): Promise<Listening | undefined> {
    const own = await Listening.#listen(path, newPath);
    try {
      await link(newPath, path);
    } catch (error) {
      await own.#close();
      // ENOENT: the process that got the lock in the meantime has removed the socket.
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST' || code === 'ENOENT') return undefined;
      throw error;
    } finally {
      await removeSocket(newPath);
    }
    return own;
  }

  static #listen(path: string, newPath: string): Promise<Listening> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      const own = new Listening(path, server);
      server.once('error', reject);
      // `listen` creates the socket's file before it returns. Other users must never be able to connect to it.
      const umask = process.umask(0o177);
      server.listen(newPath, () => resolve(own));
      process.umask(umask);
    });
  }

  private constructor(path: string, server: Server) {
    this.#path = path;
    this.#server = server;
    server.on('connection', (socket) => {
      this.#connections.add(socket);
      socket.once('close', () => this.#connections.delete(socket));
      socket.on('error', () => socket.destroy());
      onLine(socket, (request) => this.#take(socket, request));
      if (this.#held) this.#greet(socket);
    });
  }

  hold(): DataLock {
    this.#held = true;
    for (const socket of this.#connections) this.#greet(socket);
    return this;
  }

  answerWith(answer: Answer): void {
    this.#answer = answer;
    for (const { socket, request } of this.#waiting.splice(0)) this.#take(socket, request);
  }

  async stopAnswering(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#inFlight);
  }

  async release(): Promise<void> {
    await removeSocket(this.#path);
    await this.#close();
  }

  /** A process that was stopped reads nothing, so that its connection would never end by itself. */
  async #close(): Promise<void> {
    for (const socket of this.#connections) socket.end().destroySoon();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    if (!(await settlesWithin(unreadMsMax, closed))) for (const socket of this.#connections) socket.destroy();
    await closed;
  }

  #greet(socket: Socket): void {
    sendLine(socket, { pid: process.pid });
  }

  #take(socket: Socket, request: unknown): void {
    if (this.#stopped) return;
    if (!this.#answer) {
      this.#waiting.push({ socket, request });
      return;
    }
    const gone = new Promise<void>((resolve) => {
      if (socket.closed) resolve();
      else socket.once('close', () => resolve());
    });
    const answer = this.#answer(request, (value) => sendLine(socket, value), gone);
    void during(
      this.#inFlight,
      answer.then((reply) => sendLine(socket, reply)),
    );
  }
}
