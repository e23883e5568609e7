/**
 * A record: what commits changed, as bytes, a line for each document that came or went. It says as little as can be written down
 * at once; which groups the lines speak of is found out for many at a time (see gathered.ts). Of two lines about one number the
 * later one holds, so that records are merged by putting one behind the other.
 *
 *     FF sign number FE opening FE closing FD text          words that are the runs of a-z and 0-9 of a text
 *     FF sign number FE opening FE closing FC one FC two …  components
 *
 * The marks are bytes that no UTF-8 has.
 */
import { wordLengthMax } from '../../../vocabulary/words.ts';

export const mark = { line: 0xff, field: 0xfe, text: 0xfd, component: 0xfc } as const;

/** The same in a record read as one character a byte. */
export const markText = {
  line: String.fromCharCode(mark.line),
  field: String.fromCharCode(mark.field),
  text: String.fromCharCode(mark.text),
  component: String.fromCharCode(mark.component),
} as const;

const { line, field, text, component } = markText;

/** What a document is in an index: groups that differ in one element, and its number in all of them. Empty: nothing. */
export type Entered = {
  readonly number: number;
  readonly opening: string;
  readonly closing: string;
  /** As it stands in a record, from its mark on. */
  readonly elements: string;
};

export const textElements = (folded: string): string => text + folded;
export const listElements = (components: readonly string[]): string =>
  components.length === 0 ? '' : component + components.join(component);

const plus = '+';
const minus = '-';

const lineOf = (sign: string, { number, opening, closing, elements }: Entered): string =>
  line + sign + number + field + opening + field + closing + elements;
export const addition = (entered: Entered): string => lineOf(plus, entered);
export const removal = (entered: Entered): string => lineOf(minus, entered);

export const isRemoval = (sign: number): boolean => sign === minus.charCodeAt(0);

/** What words in a text are runs of: 1 for such a byte, else 0. */
export const isOfWord = Uint8Array.from({ length: 256 }, (_, byte) =>
  /[a-z0-9]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/** A component that is a word and nothing else: in texts such stand without quotes, and are the same group. */
export const plainWord = new RegExp(`^"[a-z0-9]{1,${wordLengthMax}}"$`);
