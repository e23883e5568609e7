/** What a message and a topic may be. Nothing said is ever altered: too long is refused, not cut (api-facts §0.2a). */
import { contentBytesMax, topicLengthMax } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';

export const contentRefusals = ['message-content-null', 'message-content-too-long'] as const;
export const topicRefusals = ['topic-empty', 'topic-too-long'] as const;

export const isBlank = (content: string): boolean => content.trim() === '';

/** Undefined: a content that is not blank may be said. It is kept byte for byte. */
export function contentRefusal(content: string): RefusalIn<typeof contentRefusals> | undefined {
  if (content.includes('\0')) return { code: 'message-content-null' };
  if (utf8Length(content) > contentBytesMax) return { code: 'message-content-too-long', bytesMax: contentBytesMax };
  return undefined;
}

/** The topic is trimmed already. */
export function topicRefusal(topic: string): RefusalIn<typeof topicRefusals> | undefined {
  if (topic === '') return { code: 'topic-empty' };
  if ([...topic].length > topicLengthMax) return { code: 'topic-too-long', lengthMax: topicLengthMax };
  return undefined;
}

/** Bytes in UTF-8, exact where it could be more than allowed; counted without a library: decisions import none. */
function utf8Length(text: string): number {
  // No code unit takes more than three bytes, and none less than one: most texts need no counting.
  if (text.length > contentBytesMax || text.length * 3 <= contentBytesMax) return text.length;
  let bytes = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}
