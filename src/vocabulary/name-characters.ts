/**
 * Control characters, ends of lines, and characters that turn the direction of the text around them (Unicode Standard Annex 9), as a part of
 * a regular expression. Marks of direction without such an effect are needed in Hebrew and Arabic texts.
 */
export const disturbing = String.raw`\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069`;

/** Names stand within texts of others, which would be split or read in another order. Lone surrogates are no characters. */
export const notInNames = new RegExp(`[${disturbing}\\p{Cs}]`, 'u');
