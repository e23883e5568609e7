/** The read model `realm-emoji`: the organization's own emoji, including deactivated ones. */
import { changesOf, defineProjection, puts } from '../src/define/projection.ts';
import type { RealmEmoji } from '../src/vocabulary/realm-emoji.ts';

type RealmEmojiDocument = RealmEmoji & { readonly realmId: number };

export const realmEmojiDocumentId = (realmId: number, emojiId: number): string => `${realmId}.${emojiId}`;

export const realmEmoji = defineProjection<RealmEmojiDocument>({
  name: 'realmEmoji',
  version: 1,
  indexes: { byId: ['realmId', 'id'] },
  on: {
    EmojiCreated: puts(({ realmId, data: { emoji } }) => [
      realmEmojiDocumentId(realmId, emoji.id),
      { realmId, ...emoji, deactivated: false },
    ]),
    EmojiDeactivated: changesOf<RealmEmojiDocument, 'EmojiDeactivated'>(({ realmId, data }) =>
      realmEmojiDocumentId(realmId, data.emojiId),
    )(() => ({ deactivated: true })),
  },
});
