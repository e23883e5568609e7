/** Limits of e-mails. */
import { type Limit, limit, valuesOf } from './limit.ts';

export const emailLimits = {
  emailsPerSecondMax: limit(
    5,
    'e-mails that are sent in a second',
    'servers refuse senders that are faster',
    'they wait',
  ),
  digestMessagesMax: limit(
    20,
    'messages that one e-mail about missed messages shows',
    'it says that there is something to read',
    'it has the newest, and says how many more there are',
  ),
  wildcardEmailsMax: limit(
    500,
    'subscribers of a stream in which a mention of everybody is told by e-mail',
    'as many as a mention of a user group tells; an e-mail each takes long enough',
    'nobody is told by e-mail for that mention alone',
  ),
  digestsWaitingMax: limit(
    100,
    'messages of a user that an e-mail may be sent about, and that wait for it',
    'one e-mail tells of all that wait',
    'they are told by the e-mail about the others',
  ),
  digestAgeSecsMax: limit(
    24 * 60 * 60,
    'seconds after which nobody is told by e-mail of a message',
    'after a long standstill nobody wants e-mails of last week',
    'no e-mail is sent about it',
  ),
} as const satisfies Readonly<Record<string, Limit>>;

export const { emailsPerSecondMax, digestMessagesMax, wildcardEmailsMax, digestsWaitingMax, digestAgeSecsMax } =
  valuesOf(emailLimits);
