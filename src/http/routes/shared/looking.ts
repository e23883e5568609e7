/** The cost of a search for messages: a search that finds nothing may look through all messages. */
import type { Call } from '../../../define/endpoint.ts';
import { limits } from '../../../vocabulary/limits.ts';

/**
 * Returns a function that takes the number of messages that were searched. It charges at once, because the caller may send another request
 * before the end.
 */
export function looksCharged({ charge }: Pick<Call<unknown>, 'charge'>): (count: number) => void {
  let looked = 0;
  return (count) => {
    looked += count;
    const requests = Math.floor(looked / limits.lookedAtPerRequest);
    if (requests > 0) charge(requests);
    looked -= requests * limits.lookedAtPerRequest;
  };
}
