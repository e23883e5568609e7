/**
 * The rules for the texts of messages and topics. A text that is too long is refused and never cut, so that everything is stored unchanged.
 */
import { limits } from '../../src/vocabulary/limits.ts';
import { hasUnfitCharacters } from '../../src/vocabulary/name-characters.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';

export const contentRefusals = ['message-content-null', 'message-content-too-long'] as const;
export const topicRefusals = ['topic-empty', 'topic-characters', 'topic-too-long'] as const;

const encoder = new TextEncoder();
/** UTF-8 takes at most three bytes for each UTF-16 unit, so short texts need not be measured. */
const exceeds = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && encoder.encode(text).length > bytes;

export const isBlank = (content: string): boolean => content.trim() === '';

/** Does not check whether the content is blank. */
export function contentRefusal(content: string): RefusalIn<typeof contentRefusals> | undefined {
  if (content.includes('\0')) return { code: 'message-content-null' };
  if (exceeds(content, limits.contentBytesMax))
    return { code: 'message-content-too-long', bytesMax: limits.contentBytesMax };
  return undefined;
}

/** How many characters an event stores of a text. */
export const charactersOf = ({ content, html }: { readonly content: string; readonly html: string }): number =>
  content.length + html.length;

/** The topic must already be trimmed. */
export function topicRefusal(topic: string): RefusalIn<typeof topicRefusals> | undefined {
  if (topic === '') return { code: 'topic-empty' };
  if (hasUnfitCharacters(topic)) return { code: 'topic-characters' };
  if ([...topic].length > limits.topicLengthMax) return { code: 'topic-too-long', lengthMax: limits.topicLengthMax };
  return undefined;
}
