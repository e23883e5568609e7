/** Lines that an auditor gets as long as they are one. */
import { Lines } from '../../define/endpoint.ts';
import { isAuditor } from '../../state/audit.ts';
import type { RealmId, UserId } from '../../vocabulary/ids.ts';
import type { Services } from '../services.ts';

/** Whoever ceases to be an auditor gets no more of them. The end is missing then. `services`: those of now, which know who is one. */
export const whileAuditor = (
  { lines }: Lines,
  { realmId, userId }: { readonly realmId: RealmId; readonly userId: UserId },
  { realm }: Pick<Services, 'realm'>,
): Lines =>
  new Lines(async function* (gone) {
    for await (const line of lines(gone)) {
      if (!isAuditor(realm(realmId), userId)) return;
      yield line;
    }
  });
