/** The limits on attempts that are counted in memory, in each process for itself. */
import { daySecs } from '../../vocabulary/day.ts';
import { limits } from '../../vocabulary/limits.ts';
import { Attempts } from './attempts.ts';

/**
 * Attempts with passwords for each account. An attempt is taken back if the password was right. Accounts that do not exist count like
 * others, so that nobody learns which accounts exist.
 */
export const signInAttempts = (remembered = limits.signInAccountsMax): Attempts =>
  new Attempts({ max: limits.signInFailuresMax, secs: limits.signInFailureSecs, remembered });

export const attemptCounters = () => ({
  signIns: signInAttempts(),
  /** Invitations by e-mail to each address, so that repeated ones cannot fill a mailbox. */
  invitationEmails: new Attempts({
    max: limits.invitationEmailsPerAddressMax,
    secs: daySecs,
    remembered: limits.invitedAddressesMax,
  }),
  /** Invitations by e-mail that each member sends, so that nobody sends e-mails to everybody. */
  invitationEmailsOfMembers: new Attempts({
    max: limits.invitationEmailsPerMemberMax,
    secs: daySecs,
    remembered: limits.invitingMembersMax,
  }),
});
