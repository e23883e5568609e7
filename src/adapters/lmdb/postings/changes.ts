/**
 * The postings that a batch of documents adds and takes away, by group. Texts of groups are made once for all documents of a
 * batch: words recur.
 */
import { fieldReader } from '../../../define/index-fields.ts';
import { without } from '../without.ts';
import { asGroup, component } from './group.ts';
import { asNumber } from './numbers.ts';
import { addition, removal, type Segment } from './segment.ts';

/** The postings of a document: a group for each element, all with one number. */
type Postings = {
  readonly opening: string;
  readonly elements: readonly unknown[];
  readonly closing: string;
  readonly number: number;
};

/** Groups that differ in one element: element → changes. */
type Shelf = {
  readonly opening: string;
  readonly closing: string;
  readonly removed: Map<unknown, string>;
  readonly added: Map<unknown, string>;
};

export type Changes = {
  /** Another document (or none) stands where one stood (or none). */
  replace(before: object | undefined, after: object | undefined): void;
  /** How many postings come and go. */
  size(): number;
  segment(): Segment;
};

const none: Postings = { opening: '', elements: [], closing: '', number: 0 };

/** Of an index over these fields; one of them may hold an array, but for the last. */
const postingsOf = (
  fields: readonly string[],
  read: (document: object) => unknown[],
  document: object | undefined,
): Postings => {
  if (document === undefined) return none;
  const values = read(document);
  if (values.includes(undefined)) return none;
  const number = asNumber(values.pop());
  if (values.filter(Array.isArray).length > 1) {
    throw new TypeError(`several fields of an index hold arrays: ${fields.join(', ')}`);
  }
  const at = Math.max(values.findIndex(Array.isArray), 0);
  const spread = values[at];
  const opening = values.slice(0, at).map((value) => `${component(value)},`);
  const closing = values.slice(at + 1).map((value) => `,${component(value)}`);
  const elements = Array.isArray(spread) ? spread : [spread];
  return { opening: opening.join(''), elements, closing: closing.join(''), number };
};

const isSamePlace = (one: Postings, other: Postings): boolean =>
  one.number === other.number && one.opening === other.opening && one.closing === other.closing;

export const changesOf = (fields: readonly string[]): Changes => {
  const read = fieldReader(fields);
  const shelves = new Map<string, Shelf>();
  let size = 0;

  const shelfOf = ({ opening, closing }: Postings): Shelf => {
    const name = `${opening}\t${closing}`;
    const shelf = shelves.get(name) ?? { opening, closing, removed: new Map(), added: new Map() };
    shelves.set(name, shelf);
    return shelf;
  };

  const note = (into: Map<unknown, string>, elements: readonly unknown[], change: string): void => {
    size += elements.length;
    for (const element of elements) {
      const before = into.get(element);
      into.set(element, before === undefined ? change : before + change);
    }
  };

  return {
    replace(before, after) {
      const [old, fresh] = [postingsOf(fields, read, before), postingsOf(fields, read, after)];
      const stay = isSamePlace(old, fresh);
      const stale = stay ? without(old.elements, fresh.elements) : old.elements;
      const added = stay ? without(fresh.elements, old.elements) : fresh.elements;
      if (stale.length > 0) note(shelfOf(old).removed, stale, removal(old.number));
      if (added.length > 0) note(shelfOf(fresh).added, added, addition(fresh.number));
    },

    size: () => size,

    segment() {
      const segment = new Map<string, string>();
      const enter = (kind: 'removed' | 'added'): void => {
        for (const shelf of shelves.values()) {
          for (const [element, changes] of shelf[kind]) {
            const group = asGroup(shelf.opening + component(element) + shelf.closing);
            segment.set(group, (segment.get(group) ?? '') + changes);
          }
        }
      };
      // What one document gives up another may take.
      enter('removed');
      enter('added');
      return segment;
    },
  };
};
