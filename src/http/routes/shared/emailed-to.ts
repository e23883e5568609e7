/** Limits invitations by e-mail for each address. An invitation that is refused for another reason does not count. */
import type { RealmId } from '../../../vocabulary/ids.ts';
import type { Services } from '../../services.ts';

/** Throws a 429 if too many were sent to the address. */
export async function emailedTo<T>(
  realmId: RealmId,
  { config, secrets, invitationEmails, now }: Pick<Services, 'config' | 'secrets' | 'invitationEmails' | 'now'>,
  address: string,
  invite: () => Promise<T>,
): Promise<T> {
  if (config.smtpUrl === '') return invite();
  const takeBack = invitationEmails.begin(secrets.fingerprint(realmId, address), now());
  try {
    return await invite();
  } catch (error) {
    takeBack();
    throw error;
  }
}
