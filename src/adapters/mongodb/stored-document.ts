/**
 * How a document is stored in MongoDB: `{ _id, json, '<index>:<field>': key, … }`.
 *
 * The document itself is JSON text, so that it is read exactly as it was written, whatever its field names. Beside it are the keys of each
 * index, in fields of that index. Either all of them are present or none. A document that lacks one of an index's fields, or has an empty
 * array there, has no entry. A query over an index therefore needs no other field.
 *
 * MongoDB orders numbers before strings, and strings by their UTF-8 bytes, as the port does. An index cannot distinguish null from a
 * missing field. Therefore null is stored as -Infinity, which is no valid key and sorts before all numbers.
 */
import { fieldReader } from '../../define/index-fields.ts';
import { DocumentRefused, documentText, type Key, type Write } from '../../ports/read-store.ts';

export type StoredKey = number | string;

export type StoredDocument = { readonly _id: string; readonly json: string } & {
  readonly [key: string]: StoredKey | readonly StoredKey[];
};

export type IndexFields = {
  readonly name: string;
  readonly fields: readonly string[];
  /** The values of the fields in a document, in their order. */
  readonly read: (document: object) => unknown[];
};

export const indexFields = (name: string, fields: readonly string[]): IndexFields => ({
  name,
  fields,
  read: fieldReader(fields),
});

export const storedField = (index: string, field: string): string => `${index}:${field}`;

export const storedKey = (value: unknown): StoredKey => {
  if (value === null) return Number.NEGATIVE_INFINITY;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
  throw new TypeError(`${typeof value === 'number' ? value : typeof value} cannot be a key`);
};

export const keyOf = (stored: unknown): Key => {
  if (stored === Number.NEGATIVE_INFINITY) return null;
  if (typeof stored === 'string' || typeof stored === 'number') return stored;
  throw new Error('a range over an array must name the element in its prefix');
};

/** The fields that an index adds to a document. Undefined if the document has no entry. */
export const entryOf = (
  { name, fields, read }: IndexFields,
  document: object,
): Record<string, StoredKey | StoredKey[]> | undefined => {
  const values = read(document);
  const entry: Record<string, StoredKey | StoredKey[]> = {};
  let arrays = 0;
  let indexed = true;
  for (const [at, field] of fields.entries()) {
    const value = values[at];
    if (value === undefined) indexed = false;
    else if (Array.isArray(value)) {
      arrays += 1;
      if (value.length === 0) indexed = false;
      entry[storedField(name, field)] = [...new Set(value)].map(storedKey);
    } else entry[storedField(name, field)] = storedKey(value);
  }
  if (!indexed) return undefined;
  if (arrays > 1) throw new TypeError(`several fields of an index hold arrays: ${fields.join(', ')}`);
  return entry;
};

/** The stored document without its id. Throws DocumentRefused. */
export const storedForm = (
  indexes: readonly IndexFields[],
  write: Extract<Write, { op: 'put' }>,
): Omit<StoredDocument, '_id'> => {
  const { document } = write;
  const stored: Record<string, StoredKey | StoredKey[]> & { json: string } = { json: documentText(write) };
  try {
    for (const index of indexes) Object.assign(stored, entryOf(index, document));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new DocumentRefused(write, error.message);
  }
  return stored;
};
