/**
 * Files that are sent to clients or received from them. Each holds a file descriptor, or a connection to the bucket, in addition to the
 * connection of its client, for as long as the client takes. Therefore their number is limited, and further ones wait. While one waits, the
 * oldest transfer of the user with the most, in the organization with the most, is cut off every few seconds. So nobody can keep others from
 * their files by reading slowly.
 */
import type { ServerResponse } from 'node:http';
import { organizationOf } from '../../define/payer.ts';
import { FairSemaphore } from '../../engine/fair-semaphore.ts';
import { limits } from '../../vocabulary/limits.ts';
import { ClientGone } from '../request/body-errors.ts';
import type { PayerOf } from '../request/payer-of-request.ts';
import type { Context } from '../request/request-context.ts';
import { ownerWithMost } from '../response/owner-with-most.ts';

export type Transfers = ReturnType<typeof boundedTransfers>;

export function boundedTransfers(payerOf: PayerOf, atOnceMax: number, waitMs = 1000 * limits.transferWaitSecsMax) {
  const permits = new FairSemaphore(atOnceMax, limits.transfersWaitingMax, 'too many files are being sent');
  /** By payer, the oldest first. */
  const underWay = new Map<string, Set<ServerResponse>>();

  /** Settles as `begin` does, which is called when it is this transfer's turn. The transfer is over when the response is. */
  async function begin<T>(context: Context, begin: () => Promise<T>): Promise<T> {
    const { res } = context;
    const payer = payerOf(context);
    const waiting = setInterval(() => makeRoom(payer), waitMs);
    const over = new Promise<void>((resolve) => res.once('close', resolve));
    void over.then(() => clearInterval(waiting));
    return new Promise<T>((resolve, reject) => {
      const transfer = async (): Promise<void> => {
        clearInterval(waiting);
        if (res.req.socket.destroyed) throw new ClientGone();
        const own = underWay.get(payer) ?? new Set();
        underWay.set(payer, own.add(res));
        resolve(begin());
        await over;
        forget(payer, res);
      };
      permits.run(payer, transfer).catch((error: unknown) => {
        clearInterval(waiting);
        reject(error);
      });
    });
  }

  /** Cuts off a transfer of a payer that has at least two more than this one. Payers of different organizations are compared by organization. */
  function makeRoom(payer: string): void {
    const counts = new Map([...underWay].map(([one, { size }]) => [one, size]));
    const own = organizationOf(payer);
    const hasMore = (one: string, totals: ReadonlyMap<string, number>): boolean =>
      organizationOf(one) === own
        ? (counts.get(one) ?? 0) > (counts.get(payer) ?? 0) + 1
        : (totals.get(organizationOf(one)) ?? 0) > (totals.get(own) ?? 0) + 1;
    const most = ownerWithMost(counts, hasMore) ?? '';
    const [oldest] = underWay.get(most) ?? [];
    if (!oldest) return;
    // It is removed from the list now, so that the next call finds another one.
    forget(most, oldest);
    oldest.req.socket.destroy();
  }

  function forget(payer: string, response: ServerResponse): void {
    const own = underWay.get(payer);
    own?.delete(response);
    if (own?.size === 0) underWay.delete(payer);
  }

  return { begin };
}
