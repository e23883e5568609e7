import { type Call, Lines } from '../../define/endpoint.ts';
import { isAuditor } from '../../state/audit.ts';
import type { Services } from '../services.ts';

/**
 * The same lines until the reader is no longer an auditor, or their key is replaced. Then the last line is missing, so that the reader sees
 * that the answer is incomplete. `realm` returns the state of the live service.
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
