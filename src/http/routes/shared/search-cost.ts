import type { Call } from '../../../define/endpoint.ts';
import { limits } from '../../../vocabulary/limits.ts';

/**
 * Charges a search for the messages that it looks at, because a search that finds nothing may look at all of them. Returns a function that
 * takes the number of messages just looked at. It charges during the search, because the caller may send another request before the end.
 */
export function chargingSearched({ charge }: Pick<Call<unknown>, 'charge'>): (count: number) => void {
  let looked = 0;
  return (count) => {
    looked += count;
    const requests = Math.floor(looked / limits.lookedAtPerRequest);
    if (requests > 0) charge(requests);
    looked -= requests * limits.lookedAtPerRequest;
  };
}
