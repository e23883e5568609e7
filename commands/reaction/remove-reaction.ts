/** DELETE /messages/{message_id}/reactions: removes one of the caller's own reactions. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { isSameEmoji, reactedMessage } from '../../src/state/reactions.ts';
import { emojiTypes } from '../../src/vocabulary/events/reactions.ts';
import { idNamed, MessageId, type UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { changesRefusal, placeToReact } from './reaction-rules.ts';

export const removeReaction = defineCommand({
  name: 'remove-reaction',
  input: z.object({
    messageId: idNamed(MessageId),
    /** Either the name or the code is required. With a code, the name is ignored. */
    name: z.string().optional(),
    code: z.string().optional(),
    type: z.enum(emojiTypes).optional(),
  }),
  refusals: ['message-missing', 'emoji-unnamed', 'emoji-unknown', 'reaction-missing', 'reaction-changed-too-often'],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: reactedMessage,
  prepare: async (_state, { name, type }, tools) => ({
    named: name === undefined ? undefined : tools.emojiNamed(name, type),
  }),
  decide(state, { messageId, name, code, type }, { realmId, actor, own, prepared: { named } }) {
    if (name === undefined && code === undefined) return refuse({ code: 'emoji-unnamed' });
    const userId = actor as UserId;
    const place = placeToReact(state, userId, own.message);
    if (!place) return refuse({ code: 'message-missing' });
    if (code === undefined && !named) return refuse({ code: 'emoji-unknown', name: name ?? '' });
    const requested = { code: code ?? named?.code ?? '', type: type ?? named?.type ?? 'unicode_emoji' };
    const existing = own.reactions.find((one) => one.userId === userId && isSameEmoji(one.emoji, requested));
    if (!existing) return refuse({ code: 'reaction-missing' });
    const tooOften = changesRefusal(own, userId);
    if (tooOften) return refuse(tooOften);
    return acceptEvent(logStream.emoji(realmId, messageId), {
      type: 'ReactionRemoved',
      data: { messageId, place, userId, emoji: existing.emoji },
    });
  },
});
