/** An image that a client sent as an avatar or an emoji. Its type is detected from its bytes. */
import { randomBytes } from 'node:crypto';
import type { SentFile, SentFiles } from '../../define/endpoint.ts';
import type { StoredImage } from '../../vocabulary/images.ts';
import { limits } from '../../vocabulary/limits.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import { typeInBytes } from './file-type.ts';
import { pixelsOf } from './pixels.ts';

export const badImage: Problem = {
  status: 400,
  code: 'BAD_IMAGE',
  msg: 'Could not decode image; did you upload an image file?',
};
export const severalFiles: Problem = { status: 400, msg: 'You may only upload one file at a time' };
export const tooManyPixels: Problem = {
  status: 400,
  code: 'BAD_IMAGE',
  msg: `The image has too many pixels (limit: ${limits.avatarPixelsMax / 1_000_000} million).`,
};
export const imageTooLarge: Problem = {
  status: 400,
  msg: 'Uploaded file is larger than the allowed limit of 5 MiB',
};

const tokenBytes = 20;

/** Throws `missing` unless there is exactly one file. */
export async function imageSent(
  files: SentFiles | undefined,
  missing: Problem,
): Promise<{ file: SentFile; image: StoredImage }> {
  const file = files?.first;
  if (!file || files.count !== 1) throw new ProblemError(missing);
  const type = typeInBytes(file.head);
  if (!type?.startsWith('image/')) throw new ProblemError(badImage);
  if ((await pixelsOf(file.path, type)) > limits.avatarPixelsMax) throw new ProblemError(tooManyPixels);
  const token = randomBytes(tokenBytes).toString('hex');
  return { file, image: { token, type, size: file.size, sha256: file.sha256 } };
}
