/**
 * The form in which names, topics, e-mail addresses and words are compared: without case. A text and any part of it fold alike;
 * `toLowerCase` alone would give a Greek sigma at the end of a word another form than within one.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');
