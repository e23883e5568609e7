/** Addresses of avatars. Avatars cannot be uploaded yet, so every address is a gravatar. */
import { createHash } from 'node:crypto';

const digests = new Map<string, string>();
const digestsMax = 20_000;

/** `https://secure.gravatar.com/avatar/<md5 of the address>?d=identicon&version=<n>`. */
export function avatarUrl(person: { readonly email: string; readonly avatarVersion: number }): string {
  const address = person.email.toLowerCase();
  let digest = digests.get(address);
  if (digest === undefined) {
    digest = createHash('md5').update(address).digest('hex');
    if (digests.size >= digestsMax) digests.clear();
    digests.set(address, digest);
  }
  return `https://secure.gravatar.com/avatar/${digest}?d=identicon&version=${person.avatarVersion}`;
}
