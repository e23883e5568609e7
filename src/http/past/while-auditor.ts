/** Lines that an auditor gets as long as they are one. */
import { type Call, Lines } from '../../define/endpoint.ts';
import { isAuditor } from '../../state/audit.ts';
import type { Services } from '../services.ts';

/**
 * Whoever ceases to be an auditor, or whose key was replaced, gets no more of them. The end is missing then. `services`: those of now, which
 * know who is one.
 */
export const whileAuditor = (
  { lines }: Lines,
  { realmId, userId, isStillKnown }: Pick<Call<unknown>, 'realmId' | 'userId' | 'isStillKnown'>,
  { realm }: Pick<Services, 'realm'>,
): Lines =>
  new Lines(async function* (gone) {
    for await (const line of lines(gone)) {
      if (!isStillKnown() || !isAuditor(realm(realmId), userId)) return;
      yield line;
    }
  });
