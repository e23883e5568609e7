/** GET /realm/emoji, and `realm_emoji` of a registration. */
import { realmEmoji } from '../../projections/realm-emoji.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { type RealmEmojiObjects, realmEmojiObjects } from '../wire/realm-emoji.ts';
import { everything } from './realm.ts';

export const realmEmojiOf = async (view: ReadView, realmId: RealmId): Promise<RealmEmojiObjects> =>
  realmEmojiObjects(realmId, await view.scan(realmEmoji, 'byId', { prefix: [realmId], limit: everything }));
