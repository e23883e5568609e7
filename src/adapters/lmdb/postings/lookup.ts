/**
 * Finds the changes of one group in a record by a search for the element in its bytes. There is no index within a record, because most
 * words are never searched for, and a search through a megabyte takes only one or two milliseconds.
 */
import { limits } from '../../../vocabulary/limits.ts';
import { beginningOf, stemOf } from '../../../vocabulary/words.ts';
import { removedNumber } from './changed.ts';
import { isRemoval, mark, markText, plainWord } from './record.ts';

type Found = { readonly line: number; readonly change: number };

/** Whether the character may be part of a word in a text. */
const continues = (record: string, at: number): boolean => /[a-z0-9]/.test(record.charAt(at));

/** Whether a word of a text that has this stem begins here. A word longer than `wordLengthMax` is cut. */
const isWordOf =
  (stem: string) =>
  (record: string, start: number): boolean => {
    if (continues(record, start - 1)) return false;
    let end = start + 1;
    while (end - start < limits.wordLengthMax && continues(record, end)) end += 1;
    return stemOf(record.slice(start, end)) === stem;
  };

const isComponent = (record: string, _start: number, end: number): boolean =>
  end === record.length || record.charCodeAt(end) === mark.component || record.charCodeAt(end) === mark.line;

/** The lines that have `head` before their elements and `needle` among them. */
const linesWith = (
  record: string,
  head: string,
  needle: string,
  isWhole: (record: string, start: number, end: number) => boolean,
): Found[] => {
  const found: Found[] = [];
  for (let at = record.indexOf(needle); at >= 0; ) {
    if (!isWhole(record, at, at + needle.length)) {
      at = record.indexOf(needle, at + 1);
      continue;
    }
    const line = record.lastIndexOf(markText.line, at);
    const field = record.indexOf(markText.field, line);
    const isThere = record.startsWith(head, field);
    // A match before the elements is part of the number or of another field.
    const elements = field + head.length - 1;
    if (isThere && at < elements) {
      at = record.indexOf(needle, elements);
      continue;
    }
    if (isThere) {
      const number = Number(record.slice(line + 2, field));
      found.push({ line, change: isRemoval(record.charCodeAt(line + 1)) ? removedNumber(number) : number });
    }
    const next = record.indexOf(markText.line, at + 1);
    at = next < 0 ? -1 : record.indexOf(needle, next);
  }
  return found;
};

/** The changes of a group (see changed.ts), in their order. `record` has one character for each byte. */
export const changesIn = (record: string, components: readonly string[]): readonly number[] => {
  const found: Found[] = [];
  // Any component can be the element: each is tried.
  for (const [at, element] of components.entries()) {
    const opening = components.slice(0, at).map((before) => `${before},`);
    const closing = components.slice(at + 1).map((after) => `,${after}`);
    const head = markText.field + opening.join('') + markText.field + closing.join('');
    found.push(...linesWith(record, head + markText.component, markText.component + element, isComponent));
    if (!plainWord.test(element)) continue;
    const stem = element.slice(1, -1);
    found.push(...linesWith(record, head + markText.text, beginningOf(stem), isWordOf(stem)));
  }
  return found.sort((one, other) => one.line - other.line).map(({ change }) => change);
};
