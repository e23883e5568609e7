/**
 * A text as it may be written to a terminal. What people wrote can hold control characters, which terminals obey: they clear the screen, or
 * hide what stands before them. They become escapes of JSON, in which they mean the same. The line ends and tabs are the program's own.
 */
export const printable = (text: string): string =>
  text.replace(/(?![\n\t])\p{Cc}/gu, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
