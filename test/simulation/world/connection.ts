/** Requests over real HTTP, on connections in memory whose bytes travel in virtual time. */
import { request as httpRequest, type Server } from 'node:http';
import { Duplex } from 'node:stream';
import type { Owner, Scheduler } from './scheduler.ts';

export type Asking = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
};

export type Answer = { readonly status: number; readonly text: string };

/** One end of a connection. What is written arrives at the other end as an event of that end's owner. */
class End extends Duplex {
  other: End | undefined;
  readonly remoteAddress = '10.0.0.1';
  readonly #scheduler: Scheduler;
  readonly #receiver: Owner;
  readonly #way: () => number;
  #lastArrival = 0;

  constructor(scheduler: Scheduler, receiver: Owner, way: () => number) {
    super();
    this.#scheduler = scheduler;
    this.#receiver = receiver;
    this.#way = way;
  }

  override _read(): void {
    // Data are pushed when they arrive.
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send(() => this.other?.push(chunk));
    done();
  }

  override _final(done: () => void): void {
    this.#send(() => this.other?.push(null));
    done();
  }

  /** Sockets of Node have these methods. Nothing here takes long enough for a timeout. */
  setTimeout(): this {
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }

  #send(deliver: () => void): void {
    const { now } = this.#scheduler;
    this.#lastArrival = Math.max(this.#lastArrival, now + this.#way());
    this.#scheduler.in(this.#lastArrival - now, this.#receiver, () => {
      if (this.other && !this.other.destroyed) deliver();
    });
  }
}

/** Connections to one process. */
export class Connections {
  readonly #open = new Set<End>();
  readonly #scheduler: Scheduler;
  readonly #server: Server;
  readonly #owner: Owner;
  readonly #way: () => number;

  constructor(scheduler: Scheduler, server: Server, owner: Owner, way: () => number) {
    this.#scheduler = scheduler;
    this.#server = server;
    this.#owner = owner;
    this.#way = way;
  }

  /** Undefined: the connection broke before the answer was complete. */
  ask({ method, path, headers, body }: Asking): Promise<Answer | undefined> {
    const [here, there] = [
      new End(this.#scheduler, this.#owner, this.#way),
      new End(this.#scheduler, 'users', this.#way),
    ];
    here.other = there;
    there.other = here;
    this.#open.add(here);
    return new Promise<Answer | undefined>((resolve) => {
      const end = (answer: Answer | undefined): void => {
        this.#open.delete(here);
        here.destroy();
        this.#scheduler.in(0, this.#owner, () => there.destroy());
        resolve(answer);
      };
      here.on('error', () => end(undefined));
      there.on('error', () => undefined);
      this.#scheduler.in(0, this.#owner, () => this.#server.emit('connection', there));
      const request = httpRequest(
        { method, path, headers: { Host: 'localhost', ...headers }, createConnection: () => here },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('end', () => end({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
          response.on('error', () => end(undefined));
        },
      );
      request.on('error', () => end(undefined));
      request.end(body);
    });
  }

  get areOpen(): boolean {
    return this.#open.size > 0;
  }

  /** Breaks all connections, because the process has ended. */
  cut(): void {
    for (const here of [...this.#open])
      this.#scheduler.in(0, 'users', () => here.destroy(new Error('the connection was cut')));
  }
}
