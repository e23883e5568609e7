/** Assembles the parts that send e-mails. */
import { recordInvitationEmail } from '../../commands/invitation/record-invitation-email.ts';
import { recordDigest } from '../../commands/user/record-digest.ts';
import type { Config } from '../config.ts';
import { digests } from '../email/digests.ts';
import { invitationEmails } from '../email/invitations.ts';
import type { Mailer } from '../email/mailer.ts';
import { type Clock, conservativeClock } from '../engine/clocks.ts';
import { orderByService } from '../engine/decide/by-service.ts';
import type { Executed } from '../engine/decide/executor.ts';
import type { Engine } from '../engine/engine.ts';
import { FairSemaphore } from '../engine/fair-semaphore.ts';
import type { Logger } from '../engine/logger.ts';
import type { Performer } from '../engine/react/policy-actions.ts';
import type { Secrets } from '../engine/secrets.ts';
import { missedMessages } from '../queries/missed-messages.ts';
import { limits } from '../vocabulary/limits.ts';

/** Undefined if no SMTP server is configured. The SMTP client is loaded only if one is. */
export async function mailerOf({ smtpUrl, emailFrom, domain }: Config): Promise<Mailer | undefined> {
  if (smtpUrl === '') return undefined;
  const { smtpMailer } = await import('../email/mailer.ts');
  return smtpMailer(smtpUrl, emailFrom === '' ? `noreply@${domain}` : emailFrom);
}

/** How long the SMTP server has to take the e-mails that are being sent when the service stops. */
const closingMs = 5_000;

/**
 * Closes the mailer when the engine has stopped, or after some seconds. The engine waits for e-mails that are being
 * sent.
 */
export async function closedAfter(stopped: Promise<void>, mailer: Mailer | undefined): Promise<void> {
  const giveUp = setTimeout(() => mailer?.close(), closingMs);
  await stopped;
  clearTimeout(giveUp);
  mailer?.close();
}

type OfEngine = Pick<Engine, 'state' | 'executor' | 'read'>;
type Given = {
  readonly mailer: Mailer;
  readonly config: Config;
  readonly secrets: Secrets;
  readonly logger: Logger;
  readonly steady: Clock;
};

/** Maps the name of a policy to its performer. */
export function emailing({ steady, ...given }: Given, { state, executor, read }: OfEngine): Record<string, Performer> {
  const permits = new FairSemaphore(limits.emailsPerSecondMax);
  const parts = { ...given, state, permits, now: conservativeClock(steady) };
  return {
    'invitation-emails': invitationEmails({
      ...parts,
      record: async (realmId, input) =>
        isToBeSent(await executor.execute(recordInvitationEmail, input, orderByService(realmId))),
    }),
    'missed-messages': digests({
      ...parts,
      missed: (realmId, userId, after) => read((view) => missedMessages(view, realmId, userId, after)),
      record: async (realmId, input) =>
        isToBeSent(await executor.execute(recordDigest, input, orderByService(realmId))),
    }),
  };
}

/** Throws if the command must be tried again. */
function isToBeSent(done: Executed<{ readonly isToBeSent: boolean }>): boolean {
  if (done.ok) return done.result.isToBeSent;
  if (done.refusal.code === 'unavailable') throw new Error(done.refusal.detail);
  return false;
}
