/**
 * Users' texts within texts that consist of lines: no user may forge a line. Programs accept more characters than `\n` as the end of a
 * line.
 */

export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** Adds the mark before each line, and changes nothing else. */
export const withLinesMarked = (text: string, mark: string): string =>
  `${mark}${text.replace(/\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/gu, (end) => `${end}${mark}`)}`;
