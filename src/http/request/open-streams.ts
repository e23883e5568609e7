/** How many answers of lines each user is reading. */
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import { trailStreamsMax } from '../../vocabulary/limits.ts';
import { ProblemError } from '../response/problem.ts';
import { exceeded } from './rate-limit.ts';

export class OpenStreams {
  readonly #open = new Map<string, number>();

  /** Throws a 429 where the user reads too many. The result is called when this one is over. */
  begin(realmId: RealmId, userId: UserId): () => void {
    const key = `${realmId}.${userId}`;
    const open = this.#open.get(key) ?? 0;
    if (open >= trailStreamsMax) throw new ProblemError(exceeded(1));
    this.#open.set(key, open + 1);
    return () => {
      const rest = (this.#open.get(key) ?? 1) - 1;
      if (rest > 0) this.#open.set(key, rest);
      else this.#open.delete(key);
    };
  }
}
