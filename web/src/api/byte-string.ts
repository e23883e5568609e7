/** A text as the value of a header: one character for each byte of its UTF-8. */
export const byteString = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
