/**
 * The form in which names, topics, e-mail addresses and words are compared: without case. A text and every part of it are folded alike.
 * `toLowerCase` alone would give a Greek sigma another form at the end of a word than within one.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/**
 * The form in which whole names of streams, people and groups are compared: also without a difference between the codes of the same letter,
 * such as é in one or in two characters, which nobody can see. Some letters, such as H̱, have one character in lower case only.
 */
export const foldName = (name: string): string => foldCase(name.normalize('NFC')).normalize('NFC');
