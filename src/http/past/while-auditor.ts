/** Cuts an answer of lines when its reader is no longer an auditor. */
import { type Call, Lines } from '../../define/endpoint.ts';
import { isAuditor } from '../../state/audit.ts';
import type { Services } from '../services.ts';

/**
 * The same lines, until the reader ceases to be an auditor or their key is replaced. The last line is missing then. `realm` gives the
 * state of the live service.
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
