/** `realm_emoji` events: the organization's own emoji. */
import type { RealmState } from '../state/realm-state.ts';
import { realmEmojiObjects } from '../wire/realm-emoji.ts';
import type { ClientEvent } from './client-event.ts';
import type { Feed } from './feed-handlers.ts';

export const realmEmojiFeed: Feed = {
  EmojiCreated: () => (state) => [emojiChanged(state)],
  EmojiDeactivated: () => (state) => [emojiChanged(state)],
};

/** All current emoji. */
const emojiChanged = ({ realmId, realmEmoji }: RealmState): ClientEvent => ({
  type: 'realm_emoji',
  scope: { kind: 'everyone' },
  body: {
    kind: 'plain',
    fields: { op: 'update', realm_emoji: realmEmojiObjects(realmId, realmEmoji.byId.values()) },
  },
});
