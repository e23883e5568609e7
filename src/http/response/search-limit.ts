/**
 * Limits requests that may search all messages or the trail, or compare the texts of a long history. Each yields to the event loop every few
 * milliseconds, but with two hundred of them every request would wait for two hundred such slices. Therefore only a few of one user, and a
 * few more of one organization, run at a time. The users of an organization take turns. Organizations do not wait for each other.
 */
import { PerKey, Semaphore } from '../../define/mutex.ts';
import { organizationOf } from '../../define/payer.ts';
import { FairSemaphore } from '../../engine/fair-semaphore.ts';
import { limits } from '../../vocabulary/limits.ts';
import { ClientGone } from '../request/body-errors.ts';
import type { Context } from '../request/request-context.ts';

export class SearchLimit {
  readonly #ofUsers = new PerKey(() => new Semaphore(limits.searchesOfUserAtOnceMax));
  readonly #ofOrganizations = new PerKey(() => new FairSemaphore(limits.searchesOfOrganizationAtOnceMax));

  /** Runs `make` when few enough requests of `payer`, and of the organization, are under way. */
  run(context: Context, payer: string, make: () => Promise<void>): Promise<void> {
    const unlessGone = async (): Promise<void> => {
      if (context.req.socket.destroyed) throw new ClientGone();
      await make();
    };
    return this.#ofUsers.use(payer, (ofUser) =>
      ofUser.run(() =>
        this.#ofOrganizations.use(organizationOf(payer), (ofOrganization) => ofOrganization.run(payer, unlessGone)),
      ),
    );
  }
}
