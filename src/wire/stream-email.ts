/** The e-mail address of a stream. It is shown to clients, but the server receives no e-mail. */
import { createHash } from 'node:crypto';

const tokenLength = 32;
/** The part before the `@` has at most 64 characters (RFC 5321): the slug, a dot and the token. */
const slugLengthMax = 64 - tokenLength - 1;

/** `<name as a slug>.<token>@<domain>`; the token does not change when the stream is renamed. The address is no secret. */
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

/** Lower-case ASCII letters and digits without accents; everything else becomes a separator. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLengthMax)
    .replace(/^-+|-+$/g, '');
