/** POST /realm/emoji/{emoji_name}: makes a received image an emoji of the organization. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { isGuest } from '../../src/state/directory.ts';
import { RealmEmojiId, type UserId } from '../../src/vocabulary/ids.ts';
import { StoredImage } from '../../src/vocabulary/images.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { isEmojiName } from '../../src/vocabulary/realm-emoji.ts';
import { defineCommand } from '../define-command.ts';
import { accountOf, actsAsAdministrator } from '../rules/acting.ts';

export const createEmoji = defineCommand({
  name: 'create-emoji',
  input: z.object({ name: z.string(), image: StoredImage }),
  refusals: [
    'emoji-name-characters',
    'guest-not-allowed',
    'bot-requests-refused',
    'emoji-administrator-required',
    'emoji-taken',
    'realm-emoji-too-many',
  ],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { name, image }, { realmId, actor }) {
    if (!isEmojiName(name)) return refuse({ code: 'emoji-name-characters' });
    const account = accountOf(state, actor);
    if (isGuest(account)) return refuse({ code: 'guest-not-allowed' });
    if (account?.bot) return refuse({ code: 'bot-requests-refused' });
    if (state.realm.settings.add_emoji_by_admins_only && !actsAsAdministrator(state, actor))
      return refuse({ code: 'emoji-administrator-required' });
    const { byId, byName } = state.realmEmoji;
    if (byName.has(name)) return refuse({ code: 'emoji-taken' });
    if (byId.size >= limits.realmEmojiMax)
      return refuse({ code: 'realm-emoji-too-many', max: limits.realmEmojiMax, of: 'organization' });
    const own = [...byId.values()].filter(({ authorId }) => authorId === actor).length;
    if (own >= limits.emojiPerUserMax && !actsAsAdministrator(state, actor))
      return refuse({ code: 'realm-emoji-too-many', max: limits.emojiPerUserMax, of: 'user' });
    const emoji = { id: RealmEmojiId.parse(byId.size + 1), name, authorId: actor as UserId, image };
    return acceptEvent(logStream.realm(realmId), { type: 'EmojiCreated', data: { emoji } });
  },
});
