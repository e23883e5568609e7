/** Invitations by e-mail, by address: nobody's mailbox is filled by inviting them again and again. */
import { invitationEmailsPerAddressMax, invitedAddressesMax } from '../../vocabulary/limits.ts';
import { Attempts } from './attempts.ts';

const daySecs = 24 * 60 * 60;

export class InvitationEmails extends Attempts {
  constructor() {
    super({ max: invitationEmailsPerAddressMax, secs: daySecs, remembered: invitedAddressesMax });
  }
}
