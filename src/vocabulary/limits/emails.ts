import { type Limit, limit } from './limit.ts';

export const emailLimits = {
  emailsPerSecondMax: limit(
    5,
    'e-mails that the service sends in a second',
    'mail servers refuse faster senders',
    'further e-mails wait, and organizations take turns',
  ),
  emailSecsMax: limit(
    60,
    'seconds until the SMTP server has answered whether it can be reached, or whether it takes an e-mail',
    'only a few e-mails are on their way at a time, and others wait for them',
    'the connections to the server are closed; an e-mail that was being handed over is not sent again',
  ),
  digestMessagesMax: limit(
    20,
    'messages shown in one e-mail about missed messages',
    'the e-mail only has to say that there is something to read',
    'it shows the newest, and the number of the others',
  ),
  wildcardEmailsMax: limit(
    500,
    'subscribers of a stream whom a mention of everybody notifies by e-mail',
    'a mention of a user group notifies as many; one e-mail for each takes long enough',
    'nobody gets an e-mail for the mention of everybody alone',
  ),
  digestsWaitingMax: limit(
    100,
    'missed messages of one user that wait for the e-mail about them',
    'one e-mail covers all of them',
    'the same e-mail covers further messages, too',
  ),
  digestAgeSecsMax: limit(
    24 * 60 * 60,
    'seconds after which a missed message causes no e-mail any more',
    "after a long standstill nobody wants e-mails about last week's messages",
    'no e-mail is sent about the message',
  ),
} as const satisfies Readonly<Record<string, Limit>>;
