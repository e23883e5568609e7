/** Addresses of avatars: nobody uploads one yet, so everybody has the gravatar form. */
import { createHash } from 'node:crypto';

const seen = new Map<string, string>();
const seenMax = 20_000;

/** `https://secure.gravatar.com/avatar/<md5 of the address>?d=identicon&version=<n>`. */
export function avatarUrl(person: { readonly email: string; readonly avatarVersion: number }): string {
  const address = person.email.toLowerCase();
  let digest = seen.get(address);
  if (digest === undefined) {
    digest = createHash('md5').update(address).digest('hex');
    if (seen.size >= seenMax) seen.clear();
    seen.set(address, digest);
  }
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon&version=${person.avatarVersion}`;
}
