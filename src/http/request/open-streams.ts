/** Limits how many answers of lines are read at a time. Each lasts as long as its client reads. */
import { Lines } from '../../define/endpoint.ts';
import { ProblemError } from '../response/problem.ts';
import { exceeded } from './rate-limit.ts';

export class OpenStreams {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  /** `max`: how many may be read at a time for one key. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Counts the lines from `made` until the last one is read or the client is gone. Throws a 429 if too many are being read. */
  async during(key: string, made: () => Lines | Promise<Lines>): Promise<Lines> {
    const open = this.#open.get(key) ?? 0;
    if (open >= this.#max) throw new ProblemError(exceeded(1));
    this.#open.set(key, open + 1);
    const end = (): void => this.#end(key);
    try {
      const { lines } = await made();
      return new Lines(async function* (gone) {
        try {
          yield* lines(gone);
        } finally {
          end();
        }
      });
    } catch (error) {
      end();
      throw error;
    }
  }

  #end(key: string): void {
    const rest = (this.#open.get(key) ?? 1) - 1;
    if (rest > 0) this.#open.set(key, rest);
    else this.#open.delete(key);
  }
}
