/**
 * Control characters, ends of lines, and characters that turn the direction of the text around them (Unicode Standard Annex 9), as a part of
 * a regular expression. Marks of direction without such an effect are needed in Hebrew and Arabic texts.
 */
export const disturbing = String.raw`\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069`;

/** Names appear within other texts, which these characters would split or reorder. Lone surrogates are not characters. */
const notInNames = new RegExp(`[${disturbing}\\p{Cs}]`, 'u');
const unfitOrBlank = new RegExp(`[\\s${disturbing}\\p{Cs}]+`, 'gu');

/** Invisible characters: joiners, variation selectors, fillers and the like. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu;

/** Emoji, and letters of the scripts that need such characters. In a name without them, they only make it look like another one. */
const shapedByInvisible =
  /(?!\p{Default_Ignorable_Code_Point})(?:\p{Extended_Pictographic}|\u20e3|[^\p{sc=Common}\p{sc=Inherited}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}])/u;

const mayBeInvisible = (name: string): boolean => shapedByInvisible.test(name);

/** What a name without unfit characters has, in words. */
export const fitCharacters = 'no control characters, and none that are invisible or turn the direction of text';

/** Whether a name or a topic has characters that it may not have. */
export const hasUnfitCharacters = (name: string): boolean =>
  notInNames.test(name) || (name.search(invisible) >= 0 && !mayBeInvisible(name));

/** A text of a third party as a name. A blank stands for what would split it or turn its direction. */
export function withFitCharacters(text: string): string {
  const inLine = text.replace(unfitOrBlank, ' ').trim();
  return mayBeInvisible(inLine) ? inLine : inLine.replace(invisible, '').trim();
}
