/** Addresses of avatars: an uploaded image, or else a gravatar. */
import { createHash } from 'node:crypto';

/** The facts from which the address is made. */
export type AvatarFacts = {
  /** As it is shown to others. */
  readonly email: string;
  /** The user's real address, if another one is shown. */
  readonly deliveryEmail?: string;
  readonly avatarVersion: number;
  readonly avatar?: { readonly path: string } | null;
};

const digests = new Map<string, string>();
const digestsMax = 20_000;
const gravatars = 'https://secure.gravatar.com/avatar/';

/**
 * The address of an uploaded image on this server: `/user_avatars/<path>.png?x=x&version=<n>`. The extension does not depend on its type.
 */
export function avatarUrl(person: AvatarFacts): string {
  if (person.avatar) return `/user_avatars/${person.avatar.path}.png?x=x&version=${person.avatarVersion}`;
  // A hash of a hidden address would reveal the address to anybody who guesses it.
  const address = person.email.toLowerCase();
  let digest = digests.get(address);
  if (digest === undefined) {
    digest = createHash('md5').update(address).digest('hex');
    if (digests.size >= digestsMax) digests.clear();
    digests.set(address, digest);
  }
  return `${gravatars}${digest}?d=identicon&version=${person.avatarVersion}`;
}

/** The avatar for larger views. Uploaded images are not scaled. */
export const mediumAvatarUrl = (person: AvatarFacts): string =>
  avatarUrl(person).replace('d=identicon', 'd=identicon&s=500').replace('.png?', '-medium.png?');

/** Null if the client computes gravatars itself and is shown the real address, and there is no uploaded image. */
export const avatarUrlFor = (person: AvatarFacts, clientGravatar: boolean): string | null =>
  clientGravatar && !person.avatar && person.deliveryEmail === undefined ? null : avatarUrl(person);

export const isGravatar = (url: unknown): boolean => typeof url === 'string' && url.startsWith(gravatars);

/** The fields of a user that change with the avatar. */
export const avatarFields = (person: AvatarFacts) => ({
  avatar_source: person.avatar ? 'U' : 'G',
  avatar_url: avatarUrl(person),
  avatar_url_medium: mediumAvatarUrl(person),
  avatar_version: person.avatarVersion,
});
