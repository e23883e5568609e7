/** Encodes a text for a header: one character for each byte of its UTF-8 form. */
export const byteString = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
