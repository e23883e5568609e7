/** The length of a text as limits count it: in Unicode code points. */
export const codePoints = (text: string): number => [...text].length;
