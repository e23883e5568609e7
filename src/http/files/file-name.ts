/** The name of an uploaded file as part of its address: letters, digits, `.`, `_` and `-`. */
import { limits } from '../../vocabulary/limits.ts';

const fallback = 'uploaded-file';

/** Normalizes with NFKC, leaves out characters that cannot be part of a word, and replaces spaces with hyphens. */
export function fileName(original: string): string {
  const name = original
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}_\s.-]/gu, '')
    .trim()
    .replace(/[-\s]+/g, '-');
  return shortened(/^\.*$/.test(name) ? fallback : name);
}

/** The extension is kept, because clients use it. */
function shortened(name: string): string {
  const [extension = ''] = /\.[^.]{1,10}$/.exec(name) ?? [];
  const lengthMax = limits.fileNameLengthMax - [...extension].length;
  const bytesMax = limits.fileNameBytesMax - Buffer.byteLength(extension);
  // The name may be very long, so only its beginning is split into characters. Each has at most two UTF-16 units.
  const stem = [...name.slice(0, name.length - extension.length).slice(0, 2 * lengthMax)].slice(0, lengthMax);
  while (stem.length > 1 && Buffer.byteLength(stem.join('')) > bytesMax) stem.pop();
  return stem.join('') + extension;
}
