/** Invitations that are sent by e-mail are limited by address. One that is refused for another reason does not count. */
import type { RealmId } from '../../../vocabulary/ids.ts';
import type { Services } from '../../services.ts';

/** Throws a 429 where the address was sent too many. */
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
