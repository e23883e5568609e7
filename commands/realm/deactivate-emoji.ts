/** DELETE /realm/emoji/{emoji_name}: makes the emoji unusable. It stays in existing messages and reactions. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { realmEmojiNamed } from '../../src/state/realm-emoji.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';

export const deactivateEmoji = defineCommand({
  name: 'deactivate-emoji',
  input: z.object({ name: z.string() }),
  refusals: ['emoji-unknown', 'emoji-administrator-required', 'emoji-not-author'],
  stream: (_input, realmId) => logStream.realm(realmId),
  decide(state, { name }, { realmId, actor }) {
    const emoji = realmEmojiNamed(state.realmEmoji, name);
    if (!emoji) return refuse({ code: 'emoji-unknown', name });
    if (!actsAsAdministrator(state, actor)) {
      if (state.realm.settings.add_emoji_by_admins_only) return refuse({ code: 'emoji-administrator-required' });
      if (emoji.authorId !== actor) return refuse({ code: 'emoji-not-author' });
    }
    const data = { emojiId: emoji.id, name };
    return acceptEvent(logStream.realm(realmId), { type: 'EmojiDeactivated', data });
  },
});
