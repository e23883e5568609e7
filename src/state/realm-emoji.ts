/** The organization's own emoji. */
import type { StatePart } from '../define/handlers.ts';
import type { Emoji } from '../vocabulary/events/reactions.ts';
import type { RealmEmojiId } from '../vocabulary/ids.ts';
import type { RealmEmoji } from '../vocabulary/realm-emoji.ts';

type AllRealmEmoji = {
  byId: Map<RealmEmojiId, RealmEmoji>;
  /** The emoji that are not deactivated. */
  byName: Map<string, RealmEmojiId>;
};

export const realmEmojiState: StatePart<AllRealmEmoji> = {
  initial: () => ({ byId: new Map(), byName: new Map() }),
  on: {
    EmojiCreated: ({ data: { emoji } }, all) => putEmoji(all, { ...emoji, deactivated: false }),
    EmojiDeactivated({ data: { emojiId, name } }, all) {
      const emoji = all.byId.get(emojiId);
      if (!emoji) return;
      all.byId.set(emojiId, { ...emoji, deactivated: true });
      all.byName.delete(name);
    },
  },
};

export function putEmoji(all: AllRealmEmoji, emoji: RealmEmoji): void {
  all.byId.set(emoji.id, emoji);
  if (!emoji.deactivated) all.byName.set(emoji.name, emoji.id);
}

export function realmEmojiNamed({ byName, byId }: AllRealmEmoji, name: string): RealmEmoji | undefined {
  const id = byName.get(name);
  return id === undefined ? undefined : byId.get(id);
}

export const asReaction = ({ id, name }: RealmEmoji): Emoji => ({ name, code: String(id), type: 'realm_emoji' });
