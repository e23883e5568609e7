/** Images by their addresses. */
import { realmEmoji, realmEmojiDocumentId } from '../../projections/realm-emoji.ts';
import { userDocumentId, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import type { StoredImage } from '../vocabulary/images.ts';
import { avatarUrl, mediumAvatarUrl } from '../wire/avatar.ts';
import { userAt } from './narrow/find-users.ts';

const avatarForm = /^(\d{1,15})_([0-9a-f]{40})(?:-medium)?\.png$/;

const emojiForm = /^emoji\/images\/(\d{1,15})_([0-9a-f]{40})\.png$/;

/** The image at `/user_avatars/<realm>/<path>`. Undefined if there is none, or if it was replaced. */
export const imageAt = async (view: ReadView, realmId: RealmId, path: string): Promise<StoredImage | undefined> =>
  (await avatarAt(view, realmId, path)) ?? (await emojiAt(view, realmId, path));

async function emojiAt(view: ReadView, realmId: RealmId, path: string): Promise<StoredImage | undefined> {
  const [, emojiId, token] = emojiForm.exec(path) ?? [];
  if (emojiId === undefined) return undefined;
  const emoji = await view.get(realmEmoji, realmEmojiDocumentId(realmId, Number(emojiId)));
  return emoji?.image.token === token ? emoji?.image : undefined;
}

async function avatarAt(view: ReadView, realmId: RealmId, path: string): Promise<StoredImage | undefined> {
  const [, userId, token] = avatarForm.exec(path) ?? [];
  if (userId === undefined) return undefined;
  const user = await view.get(users, userDocumentId(realmId, Number(userId)));
  return user?.avatar && user.avatar.token === token ? user.avatar : undefined;
}

/**
 * The address of a user's avatar, by id or e-mail address; with `/medium` after it, of the one for larger views. An address without a user
 * has a gravatar, too.
 */
export async function avatarOf(view: ReadView, realmId: RealmId, asked: string): Promise<string> {
  const who = asked.replace(/\/medium$/, '');
  const user = /^\d{1,15}$/.test(who)
    ? await view.get(users, userDocumentId(realmId, Number(who)))
    : await userAt(view, realmId, who);
  const urlOf = who === asked ? avatarUrl : mediumAvatarUrl;
  return urlOf(user ?? { email: who, avatarVersion: 1 });
}
