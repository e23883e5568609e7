/** The attempts that one process counts. */
import { daySecs } from '../../vocabulary/day.ts';
import {
  invitationEmailsPerAddressMax,
  invitationEmailsPerMemberMax,
  invitedAddressesMax,
  invitingMembersMax,
  signInAccountsMax,
  signInFailureSecs,
  signInFailuresMax,
} from '../../vocabulary/limits.ts';
import { Attempts } from './attempts.ts';

/**
 * Attempts with passwords for each account. An attempt is taken back if the password was right. Accounts that do not exist count like
 * others, so that nobody learns which accounts exist.
 */
export const signInAttempts = (remembered = signInAccountsMax): Attempts =>
  new Attempts({ max: signInFailuresMax, secs: signInFailureSecs, remembered });

export const attemptsKept = () => ({
  signIns: signInAttempts(),
  /** Invitations by e-mail to each address, so that repeated ones cannot fill a mailbox. */
  invitationEmails: new Attempts({
    max: invitationEmailsPerAddressMax,
    secs: daySecs,
    remembered: invitedAddressesMax,
  }),
  /** Invitations by e-mail that each member sends, so that nobody sends e-mails to everybody. */
  invitationEmailsOfMembers: new Attempts({
    max: invitationEmailsPerMemberMax,
    secs: daySecs,
    remembered: invitingMembersMax,
  }),
});
