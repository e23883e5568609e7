/** Limits invitations by e-mail for each address, so that repeated invitations cannot fill a mailbox. */
import { invitationEmailsPerAddressMax, invitedAddressesMax } from '../../vocabulary/limits.ts';
import { Attempts } from './attempts.ts';

const daySecs = 24 * 60 * 60;

export class InvitationEmails extends Attempts {
  constructor() {
    super({ max: invitationEmailsPerAddressMax, secs: daySecs, remembered: invitedAddressesMax });
  }
}
