/** Limits how many uploads, or open answers, one caller has at a time. Further ones are refused. */
import { ProblemError } from '../response/problem.ts';
import { exceeded } from './rate-limit.ts';

export class ConcurrencyLimit {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** `key`: the caller. Returns a function that must be called once, at the end. Throws a 429 if the caller has as many as allowed. */
  begin(key: string): () => void {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#max) throw new ProblemError(exceeded(1));
    this.#counts.set(key, count + 1);
    return () => {
      const rest = (this.#counts.get(key) ?? 1) - 1;
      if (rest > 0) this.#counts.set(key, rest);
      else this.#counts.delete(key);
    };
  }
}
