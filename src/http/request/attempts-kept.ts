/** The attempts that one process counts. */
import { InvitationEmails } from './invitation-emails.ts';
import { SignInAttempts } from './sign-in-attempts.ts';

export const attemptsKept = () => ({ signIns: new SignInAttempts(), invitationEmails: new InvitationEmails() });
