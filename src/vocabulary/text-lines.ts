/** Texts of users within texts that are made of lines: nobody may forge a line. Programs take more than `\n` for the end of a line. */

export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');

/** With the mark before each line, and nothing else changed. */
export const withLinesMarked = (text: string, mark: string): string =>
  `${mark}${text.replace(/\r\n|(?!\t)[\p{Cc}\p{Zl}\p{Zp}]/gu, (end) => `${end}${mark}`)}`;
