/** Collects the changes that a batch of documents makes to an index of postings, as one record. */
import type { FieldReader, Folded } from '../../../define/index-fields.ts';
import { component } from './group.ts';
import { asNumber } from './numbers.ts';
import { addition, type DocumentTerms, listElements, removal, textElements } from './record.ts';

const none: DocumentTerms = { number: 0, opening: '', closing: '', elements: '' };

const isFolded = (value: unknown): value is Folded => typeof value === 'object' && value !== null && 'folded' in value;
const isSpread = (value: unknown): boolean => Array.isArray(value) || isFolded(value);

const elementsOf = (value: unknown): string => {
  if (isFolded(value)) return value.folded === '' ? '' : textElements(value.folded);
  return listElements((Array.isArray(value) ? value : [value]).map(component));
};

/** At most one field may hold several elements. The last field may not. */
const termsOf = (fields: readonly string[], read: FieldReader, document: object | undefined): DocumentTerms => {
  if (document === undefined) return none;
  const values = read(document);
  if (values.includes(undefined)) return none;
  const number = asNumber(values.pop());
  const at = Math.max(values.findIndex(isSpread), 0);
  if (values.findLastIndex(isSpread) > at) {
    throw new TypeError(`several fields of an index hold arrays: ${fields.join(', ')}`);
  }
  let [opening, closing] = ['', ''];
  for (let before = 0; before < at; before += 1) opening += `${component(values[before])},`;
  for (let after = at + 1; after < values.length; after += 1) closing += `,${component(values[after])}`;
  return { number, opening, closing, elements: elementsOf(values[at]) };
};

const isSame = (one: DocumentTerms, other: DocumentTerms): boolean =>
  one.number === other.number &&
  one.elements === other.elements &&
  one.opening === other.opening &&
  one.closing === other.closing;

/** One object is created for each batch. It is a class so that its functions are created once and not for each batch. */
export class Changes {
  readonly #fields: readonly string[];
  readonly #read: FieldReader;
  // Removals come first in the record, because a document may add a number that another document of the batch removed.
  #removed = '';
  #added = '';

  /** `read` reads the values of `fields` in a document. It is created once (see `foldedFieldReader`). */
  constructor(fields: readonly string[], read: FieldReader) {
    this.#fields = fields;
    this.#read = read;
  }

  /** The document `after` replaces `before`. Undefined means that there is no document. */
  replace(before: object | undefined, after: object | undefined): void {
    const old = termsOf(this.#fields, this.#read, before);
    const fresh = termsOf(this.#fields, this.#read, after);
    if (isSame(old, fresh)) return;
    if (old.elements !== '') this.#removed += removal(old);
    if (fresh.elements !== '') this.#added += addition(fresh);
  }

  /** The record of all changes; empty if nothing changed. */
  record(): Buffer {
    return Buffer.from(this.#removed + this.#added, 'latin1');
  }
}
