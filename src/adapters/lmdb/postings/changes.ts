/** What a batch of documents changes in an index of postings, as one record. */
import type { FieldReader, Folded } from '../../../define/index-fields.ts';
import { component } from './group.ts';
import { asNumber } from './numbers.ts';
import { addition, type Entered, listElements, removal, textElements } from './record.ts';

const none: Entered = { number: 0, opening: '', closing: '', elements: '' };

const isFolded = (value: unknown): value is Folded => typeof value === 'object' && value !== null && 'folded' in value;
const isSpread = (value: unknown): boolean => Array.isArray(value) || isFolded(value);

const elementsOf = (value: unknown): string => {
  if (isFolded(value)) return value.folded === '' ? '' : textElements(value.folded);
  return listElements((Array.isArray(value) ? value : [value]).map(component));
};

/** One of the fields may hold several elements, but for the last. */
const enteredBy = (fields: readonly string[], read: FieldReader, document: object | undefined): Entered => {
  if (document === undefined) return none;
  const values = read(document);
  if (values.includes(undefined)) return none;
  const number = asNumber(values.pop());
  if (values.filter(isSpread).length > 1) {
    throw new TypeError(`several fields of an index hold arrays: ${fields.join(', ')}`);
  }
  const at = Math.max(values.findIndex(isSpread), 0);
  let [opening, closing] = ['', ''];
  for (let before = 0; before < at; before += 1) opening += `${component(values[before])},`;
  for (let after = at + 1; after < values.length; after += 1) closing += `,${component(values[after])}`;
  return { number, opening, closing, elements: elementsOf(values[at]) };
};

const isSame = (one: Entered, other: Entered): boolean =>
  one.number === other.number &&
  one.elements === other.elements &&
  one.opening === other.opening &&
  one.closing === other.closing;

/** Made for each batch, and a class: functions of its own would be gone with it, and their machine code, to be compiled anew. */
export class Changes {
  readonly #fields: readonly string[];
  readonly #read: FieldReader;
  // What one document gives up another may take.
  #removed = '';
  #added = '';

  /** `read`: of these fields, made once (see `foldedFieldReader`). */
  constructor(fields: readonly string[], read: FieldReader) {
    this.#fields = fields;
    this.#read = read;
  }

  /** Another document (or none) stands where one stood (or none). */
  replace(before: object | undefined, after: object | undefined): void {
    const old = enteredBy(this.#fields, this.#read, before);
    const fresh = enteredBy(this.#fields, this.#read, after);
    if (isSame(old, fresh)) return;
    if (old.elements !== '') this.#removed += removal(old);
    if (fresh.elements !== '') this.#added += addition(fresh);
  }

  /** Empty where nothing changed. */
  record(): Buffer {
    return Buffer.from(this.#removed + this.#added, 'latin1');
  }
}
