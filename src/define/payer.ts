/** The payer of work: whose limits it counts against, and who waits for a turn. */
import type { RealmId } from '../vocabulary/ids.ts';

/** `who`: a user, or the network of an unknown caller. */
export const payerIn = (realmId: RealmId | undefined, who: number | string | null): string => `${realmId}.${who}`;

/** Equal for all payers of one organization. */
export const organizationOf = (payer: string): string => payer.split('.', 1)[0] ?? '';
