/** One user's connection to a service that may be killed at any moment. */
import type { Loose, Parameters } from '../support/client.ts';
import { type Kept, keptConnection } from '../support/kept-connection.ts';
import type { Service } from './service.ts';

export type Account = { readonly userId: number; readonly email: string; readonly key: string };
/** `lost`: the connection broke before the answer. */
export type Answered = { readonly status: number; readonly body: Loose } | 'lost';

export class Caller {
  readonly account: Account;
  readonly #service: Service;
  readonly #kept: Kept;
  readonly #authorization: string;
  readonly #answerMsMax: number;

  /** `answerMsMax`: the longest time for any answer. A poll ends with a heartbeat at the latest. */
  constructor(service: Service, account: Account, answerMsMax: number) {
    this.#answerMsMax = answerMsMax;
    this.account = account;
    this.#service = service;
    this.#kept = keptConnection(() => service.base);
    this.#authorization = `Basic ${Buffer.from(`${account.email}:${account.key}`).toString('base64')}`;
  }

  async ask(method: string, path: string, parameters: Parameters = {}): Promise<Answered> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters))
      form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
    const inQuery = method === 'GET';
    const form_ = { 'Content-Type': 'application/x-www-form-urlencoded' };
    let late: NodeJS.Timeout | undefined;
    try {
      const { status, text } = await Promise.race([
        this.#kept.ask({
          method,
          path: `/api/v1${path}${inQuery ? `?${form}` : ''}`,
          headers: { Authorization: this.#authorization, 'User-Agent': 'Soak', ...(inQuery ? {} : form_) },
          ...(inQuery ? {} : { body: `${form}` }),
        }),
        new Promise<never>((_, reject) => {
          late = setTimeout(() => reject(new TypeError(`${method} ${path} was never answered`)), this.#answerMsMax);
        }),
      ]);
      return { status, body: JSON.parse(text) as Loose };
    } catch (error) {
      if (error instanceof TypeError || error instanceof SyntaxError)
        this.#service.faults.push(`${this.#service.name}: ${error.message}`);
      return 'lost';
    } finally {
      clearTimeout(late);
    }
  }

  close(): void {
    this.#kept.close();
  }
}
