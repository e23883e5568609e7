/** What it costs to look for messages: a search that finds nothing may look through all that was ever said. */
import type { Call } from '../../../define/endpoint.ts';
import { lookedAtPerRequest } from '../../../vocabulary/limits.ts';

/** Returns a function to be called with numbers of messages looked at. It charges at once: the caller may ask again before the end. */
export function looksCharged({ charge }: Pick<Call<unknown>, 'charge'>): (count: number) => void {
  let looked = 0;
  return (count) => {
    looked += count;
    const requests = Math.floor(looked / lookedAtPerRequest);
    if (requests > 0) charge(requests);
    looked -= requests * lookedAtPerRequest;
  };
}
