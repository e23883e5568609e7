/** A user who makes the most expensive requests that the API permits, and strangers who make forbidden ones. No answer may be a 500. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Caller } from './caller.ts';
import type { Population } from './ordinary.ts';
import { costlyText } from './texts.ts';

const contentBytes = 9_990;
/** With as many of another user in the same stream, a listing of them is about as long as an answer may be. */
const filledMax = 40;

export class Nasty {
  readonly #population: Population;
  readonly #caller: Caller;
  readonly #admin: Caller;
  /** The users whom it subscribes to everything. */
  readonly #crowd: readonly number[];
  readonly #number: number;
  #own: number[] = [];
  readonly #open = new Set<Socket>();

  constructor(population: Population, caller: Caller, admin: Caller, crowd: readonly number[], number: number) {
    this.#population = population;
    this.#caller = caller;
    this.#admin = admin;
    this.#crowd = crowd;
    this.#number = number;
  }

  /** Keeps the length of its listings the same from beginning to end, so that the load does not change. */
  async fill(): Promise<void> {
    await this.#enter();
    for (let count = 0; count < filledMax; count += 1) await this.#say();
  }

  async act(): Promise<void> {
    const { random, pauseMs } = this.#population;
    const acts = [
      () => this.#say(),
      () => this.#say(),
      () => this.#sayTooMuch(),
      () => this.#editAgain(),
      () => this.#move(),
      () => this.#registerMany(),
      () => this.#subscribeAll(),
      () => this.#listMuch(),
      () => this.#readSlowly(),
      () => this.#sendJunk(),
      () => this.#cut(),
      () => this.#guessKeys(),
      () => this.#mute(),
      () => this.#narrow(),
      () => this.#render(),
    ];
    await this.#enter();
    while (!this.#population.isOver) {
      await delay(2 * random() * pauseMs);
      if (!this.#population.isQuiet && !this.#population.isOver) await acts[Math.floor(random() * acts.length)]?.();
    }
    for (const socket of this.#open) socket.destroy();
    this.#caller.close();
  }

  async #enter(): Promise<void> {
    await this.#ask('POST', '/users/me/subscriptions', { subscriptions: [{ name: this.#pit }] });
  }

  get #pit(): string {
    return `pit ${this.#number % 10}`;
  }

  async #ask(method: string, path: string, parameters: Record<string, unknown> = {}) {
    const answer = await this.#caller.ask(method, path, parameters);
    if (answer !== 'lost' && answer.status >= 500 && answer.status !== 503)
      this.#population.ledger.fault(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer === 'lost' ? undefined : answer.body;
  }

  #some(count: number): number {
    return Math.floor(this.#population.random() * count);
  }

  async #say(): Promise<void> {
    const content = costlyText(this.#population.random, contentBytes);
    const message = { type: 'stream', to: this.#pit, topic: `hole ${this.#some(3)}`, content };
    const body = await this.#ask('POST', '/messages', message);
    const id = Number(body?.id);
    if (id > 0) this.#own = [...this.#own.slice(-50), id];
  }

  async #sayTooMuch(): Promise<void> {
    await this.#ask('POST', '/messages', { type: 'stream', to: this.#pit, topic: 'x', content: 'x'.repeat(900_000) });
  }

  async #editAgain(): Promise<void> {
    const id = this.#own.at(-1);
    for (let count = 0; count < 5 && id !== undefined; count += 1)
      await this.#ask('PATCH', `/messages/${id}`, { content: costlyText(this.#population.random, contentBytes) });
  }

  async #move(): Promise<void> {
    const id = this.#own.at(-1);
    if (id === undefined) return;
    await this.#ask('PATCH', `/messages/${id}`, { topic: `hole ${this.#some(3)}`, propagate_mode: 'change_all' });
  }

  /** Queues that nobody polls. */
  async #registerMany(): Promise<void> {
    const narrow = Array.from({ length: 10 }, (_, at) => ['topic', `${at} ${'x'.repeat(100)}`]);
    for (let count = 0; count < 20; count += 1)
      await this.#ask('POST', '/register', {
        event_types: ['message'],
        fetch_event_types: [],
        narrow,
        queue_lifespan_secs: 600,
      });
  }

  async #subscribeAll(): Promise<void> {
    const names = Array.from({ length: 20 }, (_, at) => ({ name: `crowded ${at}` }));
    const principals = this.#crowd.slice(this.#some(this.#crowd.length));
    await this.#ask('POST', '/users/me/subscriptions', { subscriptions: names, principals });
    const subscriptions = names.map(({ name }) => name);
    await this.#admin.ask('DELETE', '/users/me/subscriptions', { subscriptions, principals });
  }

  async #listMuch(): Promise<void> {
    const everything = { anchor: 'newest', num_before: 5000, num_after: 0 };
    await Promise.all([this.#ask('GET', '/messages', everything), this.#ask('GET', '/messages', everything)]);
  }

  /** Requests a long answer, and does not read it for a while. */
  async #readSlowly(): Promise<void> {
    const socket = this.#socket();
    socket.write(this.#head('GET', '/messages?anchor=newest&num_before=5000&num_after=0', 0));
    socket.pause();
    await delay(5000);
    socket.destroy();
  }

  async #sendJunk(): Promise<void> {
    const junk = [
      Buffer.from(Array.from({ length: 5000 }, () => this.#some(256))),
      Buffer.from(Array.from({ length: 1500 }, (_, at) => `p${at}=1`).join('&')),
      Buffer.from(`narrow=${'['.repeat(100_000)}`),
      Buffer.from(`to=[${'[],'.repeat(100_000)}[]]`),
      Buffer.from(`{"content": ${'{"a":'.repeat(10_000)}`),
      Buffer.from('content=%ff%fe&type=stream&to=%00'),
    ][this.#some(6)] as Buffer;
    const socket = this.#socket();
    socket.write(this.#head('POST', '/messages', junk.length));
    socket.write(junk);
    await this.#firstLine(socket);
  }

  async #cut(): Promise<void> {
    const socket = this.#socket();
    socket.write(this.#head('POST', '/messages', 10_000));
    socket.write(`type=stream&to=${encodeURIComponent(this.#pit)}&topic=cut&content=${'x'.repeat(this.#some(5000))}`);
    await delay(this.#some(1000));
    socket.destroy();
  }

  async #guessKeys(): Promise<void> {
    for (let count = 0; count < 30; count += 1) {
      const socket = this.#socket();
      const key = `${count}`.padEnd(32, 'x');
      socket.write(`GET /api/v1/users/me?${count} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`);
      socket.write(`Authorization: Basic ${Buffer.from(`nobody@dev.example:${key}`).toString('base64')}\r\n\r\n`);
      await this.#firstLine(socket);
    }
  }

  async #mute(): Promise<void> {
    for (const op of ['add', 'remove'])
      for (let count = 0; count < 20; count += 1)
        await this.#ask('PATCH', '/users/me/subscriptions/muted_topics', { stream: this.#pit, topic: `t${count}`, op });
  }

  async #narrow(): Promise<void> {
    const narrow = Array.from({ length: 90 }, (_, at) => ({ operator: 'search', operand: `a${at}`, negated: true }));
    await this.#ask('GET', '/messages', { anchor: 'newest', num_before: 5000, num_after: 0, narrow });
  }

  async #render(): Promise<void> {
    await this.#ask('POST', '/messages/render', { content: costlyText(this.#population.random, contentBytes) });
  }

  #head(method: string, path: string, length: number): string {
    const { email, key } = this.#caller.account;
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
    const type = 'Content-Type: application/x-www-form-urlencoded';
    return `${method} /api/v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n${type}\r\nContent-Length: ${length}\r\n\r\n`;
  }

  /** From an address of its own: limits of addresses must not meet the ordinary users. */
  #socket(): Socket {
    const { port } = new URL(this.#population.service.base);
    const socket = connect({
      host: '127.0.0.1',
      port: Number(port),
      localAddress: `127.0.1.${(this.#number % 200) + 1}`,
    });
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
    // The service may have been killed, and it closes connections that misbehave.
    socket.on('error', () => socket.destroy());
    return socket;
  }

  /** Waits for an answer or the end of the connection. */
  async #firstLine(socket: Socket): Promise<void> {
    const line = await new Promise<string>((resolve) => {
      socket.once('data', (bytes: Buffer) => resolve(bytes.toString('latin1').split('\r\n')[0] ?? ''));
      socket.once('close', () => resolve(''));
    });
    if (/^HTTP\/1.1 50[0-2]/.test(line)) this.#population.ledger.fault(`junk was answered with ${line}`);
    socket.destroy();
  }
}
