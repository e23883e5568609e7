/**
 * Limits invitations by e-mail, for each address and for each member who sends them. An invitation that is refused for another reason does
 * not count.
 */
import type { Call } from '../../../define/endpoint.ts';
import { payerIn } from '../../../define/payer.ts';
import { isAdmin } from '../../../state/directory.ts';
import { payerOf } from '../../request/rate-limit.ts';
import type { Services } from '../../services.ts';

type Sending = Pick<
  Services,
  'config' | 'secrets' | 'state' | 'invitationEmails' | 'invitationEmailsOfMembers' | 'now' | 'realm'
>;

/** Runs `invite`. Throws a 429 if too many invitations were sent to the address, or by the caller. */
export async function emailedTo<T>(
  { realmId, userId }: Pick<Call<unknown>, 'realmId' | 'userId'>,
  { config, secrets, state, invitationEmails, invitationEmailsOfMembers, now, realm }: Sending,
  address: string,
  invite: () => Promise<T>,
): Promise<T> {
  if (config.smtpUrl === '') return invite();
  const sender = payerOf(state, realmId, userId);
  const isLimited = !isAdmin(realm(realmId).directory.accounts.get(sender));
  const takeBack = [invitationEmails.begin(secrets.fingerprint(realmId, address), now())];
  try {
    if (isLimited) takeBack.push(invitationEmailsOfMembers.begin(payerIn(realmId, sender), now()));
    return await invite();
  } catch (error) {
    for (const one of takeBack) one();
    throw error;
  }
}
