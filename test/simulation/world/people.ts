/** The users of a world: each makes random requests to the API, and records the answers. */
import type { Loose } from '../../support/client.ts';
import type { SimulatedProcess } from './process.ts';
import type { Watcher } from './watcher.ts';
import { Broken, type World } from './world.ts';

export type Reply = { readonly status: number; readonly body: Loose; readonly process: SimulatedProcess };

/** A list in an answer. */
export const list = (value: Loose | undefined): Loose[] => (Array.isArray(value) ? (value as unknown as Loose[]) : []);

export type Account = { readonly userId: number; readonly email: string; readonly key: string };

/** How often a request whose connection broke, or that was answered 503, is repeated if it must succeed in the end. */
const patience = 400;

export class Person {
  readonly account: Account;
  readonly #world: World;
  readonly #watcher: Watcher;

  constructor(world: World, watcher: Watcher, account: Account) {
    this.#world = world;
    this.#watcher = watcher;
    this.account = account;
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#world.scheduler.in(ms, 'users', resolve));
  }

  /** Undefined: no answer came. */
  async ask(
    method: string,
    path: string,
    parameters: object = {},
    at = this.#world.any(),
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Reply | undefined> {
    if (!at?.serves) {
      await this.pause(50);
      return undefined;
    }
    const { email, key, userId } = this.account;
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    const inQuery = method === 'GET' && form.size > 0;
    const began = this.#watcher.requestBegins(userId, at.name);
    const answer = await at.ask({
      method,
      path: `/api/v1${path}${inQuery ? `?${form}` : ''}`,
      headers: {
        ...headers,
        authorization: `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`,
        ...(method === 'GET'
          ? {}
          : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(form.toString().length) }),
      },
      body: method === 'GET' ? undefined : form.toString(),
    });
    this.#world.note(
      `${userId} at ${at.name}: ${method} ${path} ${form} → ${answer ? `${answer.status} ${answer.text.length} ${answer.status === 200 ? '' : answer.text.slice(0, 200)}` : 'no answer'}`,
    );
    if (!answer) return undefined;
    this.#watcher.answered(began, answer, `${method} ${path} ${form}`);
    return { status: answer.status, body: JSON.parse(answer.text) as Loose, process: at };
  }

  /** Repeats it until it is answered with anything but a 503. */
  async insist(method: string, path: string, parameters: object = {}, at?: SimulatedProcess): Promise<Reply> {
    for (let attempts = 0; attempts < patience; attempts += 1) {
      const reply = await this.ask(method, path, parameters, at ?? this.#world.any());
      if (reply && reply.status !== 503) return reply;
      await this.pause(100 + this.#world.chance.below(400));
    }
    throw new Broken(`${method} ${path} of ${this.account.userId} was never answered`);
  }
}
