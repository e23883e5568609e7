import type { Call } from '../../../define/endpoint.ts';

/**
 * Charges a large request to the rate limit before it runs, so that nobody has many of them under way at a time. `asked`: the most further
 * requests that `work` may count as. `costOf`: how many it actually cost. The rest is given back.
 */
export async function chargedAhead<D>(
  { charge }: Pick<Call<unknown>, 'charge'>,
  asked: number,
  work: () => Promise<D>,
  costOf: (done: D) => number,
): Promise<D> {
  charge(asked);
  let cost = 0;
  try {
    const done = await work();
    cost = costOf(done);
    return done;
  } finally {
    charge(cost - asked);
  }
}
