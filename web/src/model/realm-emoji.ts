/** The organization's own emoji: pictures with names. */
import { computed, signal } from '@preact/signals';
import type { Registered } from '../api/types.ts';

type Rows = NonNullable<Registered['realm_emoji']>;

/** By id; a deactivated one stays where it was used. */
export const realmEmoji = signal<Rows>({});

export type OwnEmoji = { readonly code: string; readonly name: string; readonly picture: string };

/** Those that may be used. */
export const usableEmoji = computed<readonly OwnEmoji[]>(() =>
  Object.values(realmEmoji.value)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id: code, name, source_url: picture }) => ({ code, name, picture })),
);

/** Those whose names hold what is sought. */
export const findOwnEmoji = (sought: string, limit: number): readonly OwnEmoji[] =>
  usableEmoji.value.filter(({ name }) => name.includes(sought)).slice(0, limit);

/** Whether a picture is one that this server has for everybody, of an emoji or of a person: none is fetched from elsewhere. */
export const isOwnPicture = (address: string | null | undefined): address is string =>
  address?.startsWith('/user_avatars/') === true;
