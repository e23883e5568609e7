/**
 * Signatures of the hashes of passwords. The hash of a password is not recorded in the ledger, and whoever has the disk could put one of a
 * known password into the log. The signature shows that this service set the hash, and for whom.
 */
import type { PasswordHash } from '../state/password.ts';
import type { RealmId, UserId } from '../vocabulary/ids.ts';
import type { Secrets } from './secrets.ts';

const purpose = 'password';

export const passwordSignature = (
  secrets: Pick<Secrets, 'signature'>,
  realmId: RealmId,
  userId: UserId,
  hash: string,
): string => secrets.signature(purpose, realmId, userId, hash);

/** Whether the hash is signed with the current secret, or with the former one while there is one. */
export const isPasswordSigned = (
  secrets: Pick<Secrets, 'hasSigned'>,
  realmId: RealmId,
  userId: UserId,
  { hash, signature }: PasswordHash,
): boolean =>
  hash !== undefined && signature !== undefined && secrets.hasSigned(signature, purpose, realmId, userId, hash);
