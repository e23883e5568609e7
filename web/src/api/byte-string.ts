/** For a header: of a text each byte of its UTF-8 is a sign. */
export const byteString = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
