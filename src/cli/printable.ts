import { disturbing } from '../vocabulary/name-characters.ts';

const unsafe = new RegExp(`(?![\\n\\t])[${disturbing}]`, 'gu');

/**
 * Makes a text safe to write to a terminal. Texts of users may contain control characters, with which a terminal clears the screen or hides
 * earlier text, ends of lines, and characters that turn the direction of the text after them. They become JSON escapes with the same
 * meaning. Line ends and tabs come from the program itself.
 */
export const printable = (text: string): string =>
  text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
