/**
 * Requests that may look through all that was ever said, or compare the texts of a long history. Each gives others their turn every few
 * milliseconds, but two hundred of them would make everybody wait for two hundred such turns: of one user few are handled at once, and those
 * of others do not wait for them.
 */
import { KeyedSemaphore } from '../../define/mutex.ts';
import { searchesOfUserAtOnceMax } from '../../vocabulary/limits.ts';
import { ClientGone } from '../request/body-errors.ts';
import type { Context } from '../request/request-context.ts';

export class FewAtOnce {
  readonly #permits = new KeyedSemaphore(searchesOfUserAtOnceMax);

  /** Runs `make` as soon as few enough of `payer` are under way. */
  run(context: Context, payer: string, make: () => Promise<void>): Promise<void> {
    return this.#permits.run(payer, async () => {
      if (context.req.socket.destroyed) throw new ClientGone();
      await make();
    });
  }
}
