/**
 * A record holds the changes of commits as bytes, with a line for each document that was added or removed. A line can be written without
 * computing its groups; they are computed for many lines at a time (see grouped-records.ts). Of two lines about one number the
 * later one counts, so records are merged by concatenation.
 *
 *     FF sign number FE opening FE closing FD text          the words are the stems of the runs of a-z and 0-9 in the text
 *     FF sign number FE opening FE closing FC one FC two …  components
 *
 * The marks are bytes that no UTF-8 has.
 */
import { limits } from '../../../vocabulary/limits.ts';

export const mark = { line: 0xff, field: 0xfe, text: 0xfd, component: 0xfc } as const;

/** The same marks in a record that is read as one character for each byte. */
export const markText = {
  line: String.fromCharCode(mark.line),
  field: String.fromCharCode(mark.field),
  text: String.fromCharCode(mark.text),
  component: String.fromCharCode(mark.component),
} as const;

const { line, field, text, component } = markText;

/** A document in an index: its number, and its groups, which differ in one element. Without elements it is in no group. */
export type DocumentTerms = {
  readonly number: number;
  readonly opening: string;
  readonly closing: string;
  /** As written in a record, with its mark. */
  readonly elements: string;
};

export const textElements = (folded: string): string => text + folded;
export const listElements = (components: readonly string[]): string =>
  components.length === 0 ? '' : component + components.join(component);

const plus = '+';
const minus = '-';

const lineOf = (sign: string, { number, opening, closing, elements }: DocumentTerms): string =>
  line + sign + number + field + opening + field + closing + elements;
export const addition = (entered: DocumentTerms): string => lineOf(plus, entered);
export const removal = (entered: DocumentTerms): string => lineOf(minus, entered);

/** Splits a record into records of at most this many bytes. Only a single line with more bytes exceeds that, because no line is cut. */
export const inRecords = (record: Buffer, bytesMax: number): Buffer[] => {
  const records: Buffer[] = [];
  let from = 0;
  while (record.length - from > bytesMax) {
    const within = record.lastIndexOf(mark.line, from + bytesMax);
    const end = within > from ? within : record.indexOf(mark.line, from + 1);
    if (end < 0) break;
    records.push(record.subarray(from, end));
    from = end;
  }
  return [...records, record.subarray(from)];
};

export const isRemoval = (sign: number): boolean => sign === minus.charCodeAt(0);

/** A component that is one plain word. Its group is that of the words of texts with this stem. */
export const plainWord = new RegExp(`^"[a-z0-9]{1,${limits.wordLengthMax}}"$`);
