/** Reacting to messages with emoji. */
import { z } from 'zod';
import { addReaction } from '../../../commands/reaction/add-reaction.ts';
import { removeReaction } from '../../../commands/reaction/remove-reaction.ts';
import { emojiTypes } from '../../vocabulary/events/reactions.ts';
import { MessageId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { defineChange } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { pathId, raw } from '../request/parameters.ts';

const message_id = described(pathId(MessageId), 'The id of the message.', 42);
const nameOf = () => raw(z.string().min(1).max(limits.emojiNameLengthMax));
const emoji_code = described(
  raw(z.string().max(limits.emojiNameLengthMax)).optional(),
  'The code of the emoji: hexadecimal code points of a Unicode emoji, or the id of another emoji. Default: the emoji with this name.',
  '1f389',
);
const reaction_type = described(
  raw(z.enum(emojiTypes, { error: 'Invalid emoji type.' })).optional(),
  'The kind of emoji. Default: that of the emoji with this name.',
  'unicode_emoji',
);

const postReaction = defineChange({
  id: 'addReaction',
  route: 'POST /messages/:message_id/reactions',
  summary: 'React to a message',
  description:
    'Adds a reaction to a message. All reactions with the same emoji have the name that the first of them used.',
  parameters: z.object({
    message_id,
    emoji_name: described(nameOf(), 'The name of the emoji, without colons.', 'tada'),
    emoji_code,
    reaction_type,
  }),
  commands: [addReaction],
  async handle({ parameters, ...call }, services) {
    const { message_id: messageId, emoji_name: name, emoji_code: code, reaction_type: type } = parameters;
    await services.run(addReaction, { messageId, name, code, type }, call);
  },
});

const deleteReaction = defineChange({
  id: 'removeReaction',
  route: 'DELETE /messages/:message_id/reactions',
  summary: 'Remove a reaction',
  description: "Removes one of the caller's own reactions from a message.",
  parameters: z.object({
    message_id,
    emoji_name: described(
      nameOf().optional(),
      'The name of the emoji. `emoji_name` or `emoji_code` is required.',
      'tada',
    ),
    emoji_code,
    reaction_type,
  }),
  commands: [removeReaction],
  async handle({ parameters, ...call }, services) {
    const { message_id: messageId, emoji_name: name, emoji_code: code, reaction_type: type } = parameters;
    await services.run(removeReaction, { messageId, name, code, type }, call);
  },
});

export const reactions = [postReaction, deleteReaction];
