/**
 * Characters that no name may have: control characters, half characters, ends of lines, and those that turn the direction of the text
 * around them (Unicode Standard Annex 9). Names stand within texts of others, which would be split or read in another order. Marks of
 * direction without such an effect are needed in Hebrew and Arabic names.
 */
export const notInNames = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
