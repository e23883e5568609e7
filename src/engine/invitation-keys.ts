/** The keys in links by which people join. They are signed, so that no key is stored: the log contains only who was invited. */
import type { Invitation } from '../state/invitations.ts';
import { InvitationId, type RealmId } from '../vocabulary/ids.ts';
import type { Secrets } from './secrets.ts';

type Keyed = Pick<Invitation, 'invitationId' | 'generation'>;

const purpose = 'invitation';

/** The key of the newest link of an invitation. */
export const invitationKey = (
  secrets: Pick<Secrets, 'signature'>,
  realmId: RealmId,
  { invitationId, generation }: Keyed,
): string => `${invitationId}.${generation}.${secrets.signature(purpose, realmId, invitationId, generation)}`;

/**
 * The invitation that a key names, if the key was signed for this organization. It does not check whether the invitation is still valid.
 */
export function invitationOfKey(secrets: Secrets, realmId: RealmId, key: string): Keyed | undefined {
  const [, id = '', generation = '', signature = ''] =
    /^([1-9][0-9]{0,14})\.([1-9][0-9]{0,3})\.([A-Za-z0-9_-]{43})$/.exec(key) ?? [];
  const invitationId = InvitationId.safeParse(Number(id));
  if (!invitationId.success) return undefined;
  const keyed = { invitationId: invitationId.data, generation: Number(generation) };
  return secrets.hasSigned(signature, purpose, realmId, keyed.invitationId, keyed.generation) ? keyed : undefined;
}
