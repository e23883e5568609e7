/** Images by their addresses. */
import { userDocumentId, users } from '../../projections/users.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import type { StoredImage } from '../vocabulary/images.ts';

const avatarForm = /^(\d{1,15})_([0-9a-f]{40})(?:-medium)?\.png$/;

/** The avatar at `/user_avatars/<realm>/<name>`; undefined where it is not the present one. */
export async function avatarAt(view: ReadView, realmId: RealmId, name: string): Promise<StoredImage | undefined> {
  const [, userId, token] = avatarForm.exec(name) ?? [];
  if (userId === undefined) return undefined;
  const user = await view.get(users, userDocumentId(realmId, Number(userId)));
  return user?.avatar && user.avatar.token === token ? user.avatar : undefined;
}
