/**
 * Attempts with passwords, by account. An attempt counts from its beginning, so that many at once are not more guesses; it is taken back
 * if the password was right. Accounts that do not exist count like others, so that nobody learns which do.
 */
import type { Millis } from '../../vocabulary/ids.ts';
import { signInAccountsMax, signInFailureSecs, signInFailuresMax } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { exceeded } from './rate-limit.ts';

type Window = { readonly endsAt: Millis; used: number };

export class SignInAttempts {
  readonly #accountsMax: number;
  /** By account, the window that began first in front. */
  readonly #windows = new Map<string, Window>();

  constructor(accountsMax = signInAccountsMax) {
    this.#accountsMax = accountsMax;
  }

  get size(): number {
    return this.#windows.size;
  }

  /** Throws a 429 where too many passwords were wrong. The result takes the attempt back. */
  begin(account: string, now: Millis): () => void {
    const current = this.#windows.get(account);
    const window = current && current.endsAt > now ? current : this.#open(account, now);
    if (window.used >= signInFailuresMax) throw new ProblemError(exceeded((window.endsAt - now) / 1000));
    window.used += 1;
    return () => {
      window.used -= 1;
    };
  }

  #open(account: string, now: Millis): Window {
    this.#windows.delete(account);
    for (const [oldest, { endsAt }] of this.#windows) {
      if (endsAt > now && this.#windows.size < this.#accountsMax) break;
      this.#windows.delete(oldest);
    }
    const window = { endsAt: now + signInFailureSecs * 1000, used: 0 };
    this.#windows.set(account, window);
    return window;
  }
}
