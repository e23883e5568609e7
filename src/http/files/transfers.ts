/**
 * Files that are sent to clients or received from them. Each holds a file descriptor, or a connection to the bucket, in addition to the
 * connection of its client, for as long as the client takes. Therefore only so many are under way, and further ones wait. One that has waited
 * for long takes the place of the oldest of the user with the most, in the organization with the most. So nobody can keep others from their
 * files by reading slowly.
 */
import type { ServerResponse } from 'node:http';
import { FairTurns } from '../../engine/fair-turns.ts';
import { transfersWaitingMax, transferWaitSecsMax } from '../../vocabulary/limits.ts';
import { ClientGone } from '../request/body-errors.ts';
import type { Context } from '../request/request-context.ts';
import type { WhoPays } from '../request/who-pays.ts';
import { ownerWithMost } from '../response/owner-with-most.ts';
import { onClose } from '../response/pipelining.ts';

export class Transfers {
  readonly #turns: FairTurns;
  readonly #whoPays: WhoPays;
  readonly #waitMs: number;
  /** By payer, the oldest first. */
  readonly #underWay = new Map<string, Set<ServerResponse>>();

  constructor(whoPays: WhoPays, atOnceMax: number, waitMs = 1000 * transferWaitSecsMax) {
    this.#turns = new FairTurns(atOnceMax, transfersWaitingMax, 'too many files are being sent');
    this.#whoPays = whoPays;
    this.#waitMs = waitMs;
  }

  /** Settles as `begin` does, which is called when it is this transfer's turn. The transfer is over when the response is. */
  async begin<T>(context: Context, begin: () => Promise<T>): Promise<T> {
    const { res } = context;
    const payer = this.#whoPays(context);
    const waited = setTimeout(() => this.#cutOldest(), this.#waitMs);
    const over = new Promise<void>((resolve) => onClose(res, resolve));
    void over.then(() => clearTimeout(waited));
    return new Promise<T>((resolve, reject) => {
      const transfer = async (): Promise<void> => {
        clearTimeout(waited);
        if (res.req.socket.destroyed) throw new ClientGone();
        const own = this.#underWay.get(payer) ?? new Set();
        this.#underWay.set(payer, own.add(res));
        resolve(begin());
        await over;
        this.#forget(payer, res);
      };
      this.#turns.run(payer, transfer).catch((error: unknown) => {
        clearTimeout(waited);
        reject(error);
      });
    });
  }

  #cutOldest(): void {
    const counts = new Map([...this.#underWay].map(([payer, { size }]) => [payer, size]));
    const payer = ownerWithMost(counts) ?? '';
    const [oldest] = this.#underWay.get(payer) ?? [];
    if (!oldest) return;
    // The next one in need of a place takes that of another.
    this.#forget(payer, oldest);
    oldest.req.socket.destroy();
  }

  #forget(payer: string, response: ServerResponse): void {
    const own = this.#underWay.get(payer);
    own?.delete(response);
    if (own?.size === 0) this.#underWay.delete(payer);
  }
}
