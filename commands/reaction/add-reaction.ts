/** POST /messages/{message_id}/reactions: reacts to a message with an emoji. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { isSameEmoji, reactedMessage } from '../../src/state/reactions.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { type Emoji, emojiTypes } from '../../src/vocabulary/events/reactions.ts';
import { idNamed, MessageId, type RealmEmojiId, type UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { Refusal } from '../../src/vocabulary/refusals.ts';
import { defineCommand } from '../define-command.ts';
import { changesRefusal, placeToReact } from './reaction-rules.ts';

export const addReaction = defineCommand({
  name: 'add-reaction',
  input: z.object({
    messageId: idNamed(MessageId),
    name: z.string(),
    /** Absent: the code follows from the name. */
    code: z.string().optional(),
    type: z.enum(emojiTypes).optional(),
  }),
  refusals: [
    'message-missing',
    'emoji-unknown',
    'emoji-name-invalid',
    'emoji-code-invalid',
    'reaction-exists',
    'reactions-too-many',
    'reaction-changed-too-often',
  ],
  stream: ({ messageId }, realmId) => logStream.message(realmId, messageId),
  aggregate: reactedMessage,
  prepare: async (_state, { name, code, type }, tools) => ({
    named: tools.emojiNamed(name, type),
    isCode: code !== undefined && tools.isEmojiCode(code),
  }),
  decide(state, { messageId, name, code, type }, { realmId, actor, own, prepared: { named, isCode } }) {
    const userId = actor as UserId;
    const place = placeToReact(state, userId, own.message);
    if (!place) return refuse({ code: 'message-missing' });
    if (!named && (code === undefined || type === undefined)) return refuse({ code: 'emoji-unknown', name });
    const requested = { code: code ?? named?.code ?? '', type: type ?? named?.type ?? 'unicode_emoji' };
    const same = own.reactions.filter(({ emoji }) => isSameEmoji(emoji, requested));
    if (same.some((reaction) => reaction.userId === userId)) return refuse({ code: 'reaction-exists' });
    // Later reactions with the same emoji keep the name of the first one.
    const emoji: Emoji = same[0]?.emoji ?? { ...requested, name };
    const refusal =
      same.length > 0
        ? undefined
        : emojiRefusal(emoji, named, emoji.type === 'unicode_emoji' ? isCode : isOwn(state, emoji));
    if (refusal) return refuse(refusal);
    if (own.reactions.length >= limits.reactionsPerMessageMax)
      return refuse({ code: 'reactions-too-many', max: limits.reactionsPerMessageMax });
    const tooOften = changesRefusal(own, userId);
    if (tooOften) return refuse(tooOften);
    return acceptEvent(logStream.emoji(realmId, messageId), {
      type: 'ReactionAdded',
      data: { messageId, place, userId, emoji },
    });
  },
});

/** Whether it is an active emoji of the organization. */
const isOwn = ({ realmEmoji }: RealmState, { type, code }: Emoji): boolean =>
  type === 'realm_emoji' && realmEmoji.byId.get(Number(code) as RealmEmojiId)?.deactivated === false;

/** `named`: the emoji with that name. `isCode`: whether an emoji with that code exists. */
function emojiRefusal(
  emoji: Emoji,
  named: Emoji | undefined,
  isCode: boolean,
): Refusal<'emoji-name-invalid' | 'emoji-code-invalid'> | undefined {
  if (named && isSameEmoji(named, emoji)) return undefined;
  return { code: isCode ? 'emoji-name-invalid' : 'emoji-code-invalid' };
}
