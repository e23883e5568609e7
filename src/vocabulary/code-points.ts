/** The length of a text for limits: the number of its Unicode code points. */
export const codePoints = (text: string): number => [...text].length;
