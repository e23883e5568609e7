/**
 * Shortens texts of third parties. A user whose text is too long gets an error and can change it. A program that calls a webhook cannot, so
 * that its text is shortened, with an ellipsis at the end.
 */
import { limits } from '../vocabulary/limits.ts';
import { withFitCharacters } from '../vocabulary/name-characters.ts';

/** A topic of one line and at most 60 code points; `otherwise` if it is empty. Of a longer text than a message, the rest is not looked at. */
export function shortenTopic(topic: string, otherwise: string): string {
  const points = [...withFitCharacters(topic.slice(0, limits.contentBytesMax))];
  const shortened = `${points.slice(0, limits.topicLengthMax - 1).join('')}…`;
  // The characters that justified an invisible one may have been cut off.
  const fitting = points.length > limits.topicLengthMax ? withFitCharacters(shortened) : points.join('');
  return fitting === '' ? otherwise : fitting;
}

/** Space for the ellipsis, a closing fence and their line ends. */
const endBytes = 64;

/** A content of at most `contentBytesMax` bytes of UTF-8. A fence that is left open by the cut is closed. */
export function shortenContent(content: string): string {
  if (Buffer.byteLength(content) <= limits.contentBytesMax) return content;
  const kept = cut(content, limits.contentBytesMax - endBytes);
  const fence = openFence(kept);
  return fence === undefined ? `${kept}…` : `${kept}…\n${fence}`;
}

/** The first bytes of a text, without splitting a code point. */
function cut(text: string, bytesMax: number): string {
  let bytes = 0;
  let end = 0;
  for (const point of text) {
    bytes += Buffer.byteLength(point);
    if (bytes > bytesMax) break;
    end += point.length;
  }
  return text.slice(0, end);
}

/** The mark that closes the fence in which the text ends; undefined if it ends in none. */
function openFence(text: string): string | undefined {
  let open: string | undefined;
  for (const [, mark = '', info = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm)) {
    if (open === undefined) open = mark;
    else if (mark.startsWith(open) && info.trim() === '') open = undefined;
  }
  // There is not enough space to close a longer fence.
  return open !== undefined && open.length < endBytes / 2 ? open : undefined;
}
