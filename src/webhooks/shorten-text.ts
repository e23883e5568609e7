/**
 * Texts of third parties, made to fit. People are told when what they say is too long, and say it otherwise; a program at the
 * other end of a webhook cannot, so its text is shortened, visibly.
 */
import { contentBytesMax, topicLengthMax } from '../vocabulary/limits.ts';

/** A topic of one line and of at most 60 code points; `otherwise` where nothing is left. */
export function shortenTopic(topic: string, otherwise: string): string {
  const points = [...topic.replace(/\s+/g, ' ').trim()];
  const fitting = points.length > topicLengthMax ? `${points.slice(0, topicLengthMax - 1).join('')}…` : points.join('');
  return fitting === '' ? otherwise : fitting;
}

/** Room for the end of an open fence, the ellipsis and their line ends. */
const endBytes = 64;

/** A content of at most `bytesMax` bytes of UTF-8. A fence that the cut leaves open is closed. */
export function shortenContent(content: string, bytesMax = contentBytesMax): string {
  if (Buffer.byteLength(content) <= bytesMax) return content;
  const kept = cut(content, bytesMax - endBytes);
  const fence = openFence(kept);
  return fence === undefined ? `${kept}…` : `${kept}…\n${fence}`;
}

/** The first bytes of a text, never half a code point. */
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

/** What would close the fence in which the text ends. */
function openFence(text: string): string | undefined {
  let open: string | undefined;
  for (const [, mark = '', info = ''] of text.matchAll(/^ {0,3}(`{3,}|~{3,})(.*)$/gm)) {
    if (open === undefined) open = mark;
    else if (mark.startsWith(open) && info.trim() === '') open = undefined;
  }
  // A fence longer than the room kept for its end is nobody's honest fence.
  return open !== undefined && open.length < endBytes / 2 ? open : undefined;
}
