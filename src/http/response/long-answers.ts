/**
 * Limits answers that list all users, streams or subscribers of a large organization. Only a few are made at a time, because with a hundred
 * thousand users each takes a hundred megabytes of memory while it is made. Organizations take turns, and in each its users.
 */
import { FairSemaphore } from '../../engine/fair-semaphore.ts';
import type { RealmState } from '../../state/realm-state.ts';
import { limits } from '../../vocabulary/limits.ts';
import { ClientGone } from '../request/body-errors.ts';
import type { Context } from '../request/request-context.ts';

export class LongAnswers {
  readonly #permits = new FairSemaphore(
    limits.longAnswersAtOnceMax,
    limits.longAnswersWaitingMax,
    'too many long answers are being made',
  );

  /** Runs `make` at once, or in the turn of `payer` if the organization is large. Throws `Refused` (`unavailable`). */
  inTurn(context: Context, realm: RealmState, payer: string, make: () => Promise<void>): Promise<void> {
    if (realm.directory.accounts.size + realm.channels.byId.size < limits.longAnswersFrom) return make();
    return this.#permits.run(payer, async () => {
      if (context.req.socket.destroyed) throw new ClientGone();
      await make();
    });
  }
}
