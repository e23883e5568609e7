/** The name of an uploaded file as part of its address: letters, digits, `.`, `_` and `-`. */
import { fileNameBytesMax, fileNameLengthMax } from '../../vocabulary/limits.ts';

const fallback = 'uploaded-file';

/** Compatibility characters are replaced by what they stand for, and what is no part of a word is left out; spaces are hyphens. */
export function fileName(said: string): string {
  const name = said
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return shortened(/^\.*$/.test(name) ? fallback : name);
}

/** The extension stays, because clients go by it. */
function shortened(name: string): string {
  const [extension = ''] = /\.[^.]{1,10}$/.exec(name) ?? [];
  const stem = [...name.slice(0, name.length - extension.length)];
  while (stem.length > 1 && isTooLong(stem.join('') + extension)) stem.pop();
  return stem.join('') + extension;
}

const isTooLong = (name: string): boolean =>
  [...name].length > fileNameLengthMax || Buffer.byteLength(name) > fileNameBytesMax;
