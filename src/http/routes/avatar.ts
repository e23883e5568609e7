/** The caller's own avatar. */
import { z } from 'zod';
import { changeAvatar } from '../../../commands/user/change-avatar.ts';
import type { Call } from '../../define/endpoint.ts';
import { avatarUrl } from '../../wire/avatar.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { badImage, imageSent, imageTooLarge, tooManyPixels } from '../files/image-sent.ts';
import { avatarExample } from '../openapi/examples.ts';

const oneAvatar = { status: 400, msg: 'You must upload exactly one avatar.' };
const answered = {
  response: z.object({ avatar_url: z.string().describe('On this server if it begins with a slash') }),
  example: { avatar_url: avatarExample },
  commands: [changeAvatar],
};

const postAvatar = defineEndpoint({
  id: 'setAvatar',
  route: 'POST /users/me/avatar',
  summary: 'Set the avatar of the caller',
  description:
    'Sets the avatar of the caller to the image in a multipart form: PNG, JPEG, GIF or WebP, at most 5 MiB and 25 million pixels. The field may have any name. Everybody who knows the address of the avatar can see it.',
  file: 'avatar',
  ...answered,
  errors: [oneAvatar, badImage, tooManyPixels, imageTooLarge],
  async handle(call, services) {
    const { file, image } = await imageSent(call.files, oneAvatar);
    const input = { userId: call.userId, avatar: image };
    await services.contents.keep(call.realmId, file, () => services.run(changeAvatar, input, call));
    return { avatar_url: ownAvatar(call, services) };
  },
});

const deleteAvatar = defineEndpoint({
  id: 'deleteAvatar',
  route: 'DELETE /users/me/avatar',
  summary: 'Remove the avatar of the caller',
  description: 'Removes the avatar of the caller. A gravatar is shown instead.',
  ...answered,
  async handle(call, services) {
    await services.run(changeAvatar, { userId: call.userId, avatar: null }, call);
    return { avatar_url: ownAvatar(call, services) };
  },
});

const ownAvatar = (
  { realmId, userId }: Call<unknown>,
  { realm }: Pick<Parameters<AnyEndpoint['handle']>[1], 'realm'>,
): string => avatarUrl(realm(realmId).people.byId.get(userId) ?? { email: '', avatarVersion: 1 });

export const avatar = [postAvatar, deleteAvatar];
