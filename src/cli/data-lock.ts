/**
 * One process at a time on one data folder. The lock is a listening socket, because the kernel gives it back when its process
 * dies. A starter listens on a new socket first and looks around after: is there a later one, it steps back; is there an
 * earlier one that answers, that one holds the data; earlier ones that are dead are swept away. Of two starters at the same
 * moment each sees the other, or one began to listen after the other had looked, and then sees it hold: never do both hold.
 */
import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { onLine, sendLine } from './json-lines.ts';
import { meet, socketNumbers, socketPath } from './sockets.ts';

export type DataLock = {
  /** Answers the requests of others from now on; those that came earlier have waited. */
  answerWith(answer: Answer): void;
  /** Finishes the requests in flight; later ones are not answered. */
  stopAnswering(): Promise<void>;
  /** Lets the next one in. */
  release(): Promise<void>;
};

/** Never rejects. What it sends comes before what it answers. */
export type Answer = (request: unknown, send: (value: unknown) => void) => Promise<unknown>;

/** Somebody else works on this data. */
export class DataInUse extends Error {
  override name = 'DataInUse';
  constructor(data: string, pid: number | undefined) {
    super(`another Verbatim is running on ${data} (${pid === undefined ? 'it does not answer' : `pid ${pid}`})`);
  }
}

const attemptsMax = 100;

/** Throws DataInUse. Makes the folder where there is none. */
export async function lockData(data: string): Promise<DataLock> {
  await mkdir(data, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const number = Math.max(Date.now(), ((await socketNumbers(data)).at(-1) ?? 0) + 1);
    const own = await Listening.on(socketPath(data, number));
    if (!own) continue;
    const numbers = await socketNumbers(data);
    const later = numbers.filter((other) => other > number).at(-1);
    if (later === undefined) {
      const pid = await holderAmong(
        data,
        numbers.filter((other) => other < number),
      );
      if (pid === 'nobody') return own.hold();
      await own.release();
      throw new DataInUse(data, pid);
    }
    await own.release();
    const pid = await holderAmong(data, [later]);
    if (pid !== 'nobody') throw new DataInUse(data, pid);
  }
  throw new DataInUse(data, undefined);
}

/** Who holds the data through one of these sockets; removes those whose process is dead. */
async function holderAmong(data: string, numbers: readonly number[]): Promise<number | undefined | 'nobody'> {
  for (const number of numbers) {
    const path = socketPath(data, number);
    const met = await meet(path);
    if (met === 'dead') await rm(path, { force: true });
    else if (met !== 'gone') {
      met.socket.destroy();
      return met.pid;
    }
  }
  return 'nobody';
}

/** A socket of our own; silent until it holds. */
class Listening implements DataLock {
  readonly #server: Server;
  readonly #connections = new Set<Socket>();
  readonly #inFlight = new Set<Promise<void>>();
  readonly #waiting: { socket: Socket; request: unknown }[] = [];
  #answer: Answer | undefined;
  #held = false;
  #stopped = false;

  /** Undefined where somebody else has just taken the name. */
  static on(path: string): Promise<Listening | undefined> {
    return new Promise((resolve, reject) => {
      const server = createServer();
      const own = new Listening(server);
      server.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EADDRINUSE') resolve(undefined);
        else reject(error);
      });
      // The socket is there as soon as `listen` returns: nobody else may ever connect to it.
      const umask = process.umask(0o177);
      server.listen(path, () => resolve(own));
      process.umask(umask);
    });
  }

  private constructor(server: Server) {
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
    for (const socket of this.#connections) socket.end().destroySoon();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
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
    const answered: Promise<void> = this.#answer(request, (value) => sendLine(socket, value)).then((reply) => {
      sendLine(socket, reply);
      this.#inFlight.delete(answered);
    });
    this.#inFlight.add(answered);
  }
}
