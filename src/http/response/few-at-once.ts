/**
 * Limits requests that may search all messages, or compare the texts of a long history. Each yields to the event loop every few
 * milliseconds, but with two hundred of them every request would wait for two hundred such slices. Therefore only a few requests of one
 * user are handled at a time. The requests of other users do not wait for them.
 */
import { KeyedSemaphore } from '../../define/mutex.ts';
import { searchesOfUserAtOnceMax } from '../../vocabulary/limits.ts';
import { ClientGone } from '../request/body-errors.ts';
import type { Context } from '../request/request-context.ts';

export class FewAtOnce {
  readonly #permits = new KeyedSemaphore(searchesOfUserAtOnceMax);

  /** Runs `make` when few enough requests of `payer` are under way. */
  run(context: Context, payer: string, make: () => Promise<void>): Promise<void> {
    return this.#permits.run(payer, async () => {
      if (context.req.socket.destroyed) throw new ClientGone();
      await make();
    });
  }
}
