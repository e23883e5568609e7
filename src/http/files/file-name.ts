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
  const lengthMax = fileNameLengthMax - [...extension].length;
  const bytesMax = fileNameBytesMax - Buffer.byteLength(extension);
  // Of what may be very long, only the beginning is cut into characters: two units of UTF-16 at most each.
  const stem = [...name.slice(0, name.length - extension.length).slice(0, 2 * lengthMax)].slice(0, lengthMax);
  while (stem.length > 1 && Buffer.byteLength(stem.join('')) > bytesMax) stem.pop();
  return stem.join('') + extension;
}
