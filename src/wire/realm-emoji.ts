/** Emoji of the organization in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import { emojiAddress, type RealmEmoji } from '../vocabulary/realm-emoji.ts';

const RealmEmojiObject = z
  .object({
    id: z.string(),
    name: z.string(),
    source_url: z.string().describe('On this server'),
    deactivated: z.boolean().describe('Whether it can be used no more'),
    author_id: z.int(),
  })
  .meta({ id: 'RealmEmoji', description: "One of the organization's own emoji." });

export const RealmEmojiMap = z.record(z.string(), RealmEmojiObject).describe('By id; deactivated ones too');
export type RealmEmojiObjects = DeepReadonly<z.infer<typeof RealmEmojiMap>>;

export const realmEmojiObjects = (realmId: number, all: Iterable<RealmEmoji>): RealmEmojiObjects =>
  Object.fromEntries(
    Array.from(all, (emoji) => [
      String(emoji.id),
      {
        id: String(emoji.id),
        name: emoji.name,
        source_url: emojiAddress(realmId, emoji),
        deactivated: emoji.deactivated,
        author_id: emoji.authorId,
      },
    ]),
  );
