/** `realm_emoji` events: the organization's own emoji. */
import type { RealmState } from '../state/realm-state.ts';
import { realmEmojiObjects } from '../wire/realm-emoji.ts';
import { type ClientEvent, everyone, plainEvent } from './client-event.ts';
import { fromAfter } from './feed-handlers.ts';

export const realmEmojiFeed = fromAfter({
  EmojiCreated: (_event, state) => [emojiChanged(state)],
  EmojiDeactivated: (_event, state) => [emojiChanged(state)],
});

/** All current emoji. */
const emojiChanged = ({ realmId, realmEmoji }: RealmState): ClientEvent =>
  plainEvent('realm_emoji', everyone, {
    op: 'update',
    realm_emoji: realmEmojiObjects(realmId, realmEmoji.byId.values()),
  });
