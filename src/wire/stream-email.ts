/** The address for sending e-mail to a stream. It is shown; nothing is received there. */
import { createHash } from 'node:crypto';

const tokenLength = 32;
/** What comes before the `@` has 64 characters at most (RFC 5321): a dot, the token, and this much of the name. */
const slugLengthMax = 64 - tokenLength - 1;

/** `<name as a slug>.<token>@<domain>`; the token is the stream's for ever, whatever it is called. Guards nothing. */
export function streamEmailAddress(
  channel: { readonly channelId: number; readonly name: string },
  emailDomain: string,
): string {
  const token = createHash('sha256')
    .update(`stream ${channel.channelId} of ${emailDomain}`)
    .digest('hex')
    .slice(0, tokenLength);
  const slug = slugOf(channel.name);
  return `${slug === '' ? '' : `${slug}.`}${token}@${emailDomain}`;
}

/** Letters and digits of ASCII, lower-cased, accents dropped; anything else parts words. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replace(/^-+|-+$/g, '');
