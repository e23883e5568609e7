/** The length of a text for limits. */
export const codePoints = (text: string): number => [...text].length;
