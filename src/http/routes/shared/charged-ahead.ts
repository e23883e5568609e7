/** Counts a large request against the rate limit before it is done, so that nobody has many of them under way at once. */
import type { Call } from '../../../define/endpoint.ts';
import { subscribedPerRequest } from '../../../vocabulary/limits.ts';

/** `asked`: the subscriptions, or what else, that `work` may change. What it did not change is given back. */
export async function chargedAhead<D extends { readonly result: { readonly count: number } }>(
  { charge }: Pick<Call<unknown>, 'charge'>,
  asked: number,
  work: () => Promise<D>,
  perRequest = subscribedPerRequest,
): Promise<D> {
  const requestsFor = (count: number): number => Math.floor(count / perRequest);
  charge(requestsFor(asked));
  let changed = 0;
  try {
    const done = await work();
    changed = done.result.count;
    return done;
  } finally {
    charge(requestsFor(changed) - requestsFor(asked));
  }
}
