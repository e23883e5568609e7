/** Emoji of the organization. */
import { z } from 'zod';
import { createEmoji } from '../../../commands/realm/create-emoji.ts';
import { deactivateEmoji } from '../../../commands/realm/deactivate-emoji.ts';
import { realmEmojiOf } from '../../queries/realm-emoji.ts';
import { limits } from '../../vocabulary/limits.ts';
import { RealmEmojiMap } from '../../wire/realm-emoji.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { badImage, imageSent, imageTooLarge, tooManyPixels } from '../files/image-sent.ts';
import { described } from '../openapi/described.ts';

const oneFile = { status: 400, msg: 'You must upload exactly one file.' };
const emoji_name = described(
  z.string().max(limits.emojiNameLengthMax),
  'The name: lower-case letters, digits, `.`, `_` and `-`. It must end with a letter or a digit.',
  'green_tick',
);

const listEmoji = defineEndpoint({
  id: 'getRealmEmoji',
  route: 'GET /realm/emoji',
  summary: 'List custom emoji',
  description: 'Returns the custom emoji of the organization by id, including deactivated ones.',
  response: z.object({ emoji: RealmEmojiMap }),
  example: {
    emoji: {
      '1': {
        id: '1',
        name: 'green_tick',
        source_url: '/user_avatars/1/emoji/images/1_3f0c8a.png',
        deactivated: false,
        author_id: 5,
      },
    },
  },
  handle: ({ realmId }, services) => services.read(async (view) => ({ emoji: await realmEmojiOf(view, realmId) })),
});

const postEmoji = defineChange({
  id: 'addRealmEmoji',
  route: 'POST /realm/emoji/:emoji_name',
  summary: 'Add a custom emoji',
  description:
    'Adds a custom emoji. The body is a form with one PNG, JPEG, GIF or WebP image of at most 5 MiB and 25 million pixels. Members can add emoji, unless the organization allows only administrators.',
  file: 'emoji',
  parameters: z.object({ emoji_name }),
  commands: [createEmoji],
  errors: [oneFile, badImage, tooManyPixels, imageTooLarge],
  async handle(call, services) {
    const { file, image } = await imageSent(call.files, oneFile);
    const input = { name: call.parameters.emoji_name, image };
    await services.contents.keep(call.realmId, file, () => services.run(createEmoji, input, call));
  },
});

const deleteEmoji = defineChange({
  id: 'deactivateRealmEmoji',
  route: 'DELETE /realm/emoji/:emoji_name',
  summary: 'Deactivate a custom emoji',
  description:
    'Deactivates a custom emoji. Existing messages and reactions still show it. For administrators, and for the user who added it.',
  parameters: z.object({ emoji_name }),
  commands: [deactivateEmoji],
  handle: (call, services) => services.run(deactivateEmoji, { name: call.parameters.emoji_name }, call),
});

export const realmEmoji = [listEmoji, postEmoji, deleteEmoji];
