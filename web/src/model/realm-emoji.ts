/** The custom emoji of the organization: pictures with names. */
import { computed, signal } from '@preact/signals';
import type { Registered } from '../api/types.ts';

type Rows = NonNullable<Registered['realm_emoji']>;

/** By id. Deactivated emoji are included, because older messages show them. */
export const realmEmoji = signal<Rows>({});

export type OwnEmoji = { readonly code: string; readonly name: string; readonly picture: string };

/** The custom emoji that can be used in new messages. */
const usableEmoji = computed<readonly OwnEmoji[]>(() =>
  Object.values(realmEmoji.value)
    .filter(({ deactivated }) => !deactivated)
    .map(({ id: code, name, source_url: picture }) => ({ code, name, picture })),
);

/** The usable emoji whose names contain the text. */
export const findOwnEmoji = (sought: string, limit: number): readonly OwnEmoji[] =>
  usableEmoji.value.filter(({ name }) => name.includes(sought)).slice(0, limit);

/** Whether this server serves the picture of an emoji or a person. Pictures of other servers are never fetched. */
export const isOwnPicture = (address: string | null | undefined): address is string =>
  address?.startsWith('/user_avatars/') === true;
