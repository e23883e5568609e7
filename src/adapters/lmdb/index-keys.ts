/**
 * The keys of documents and index entries, in the form that lmdb's own key encoding takes: strings, and arrays of numbers and strings. lmdb
 * orders them as the port does: numbers before strings, and strings by their UTF-8 bytes. Null is stored as `false`, which sorts before
 * both.
 *
 * Two kinds of string do not fit that encoding and are handled here. Control characters, some of which lmdb uses itself, are escaped by two
 * characters that keep the order. A string that is too long for a key is cut, and the hash of the whole string is appended: such strings
 * are ordered by their beginnings, and are equal only to themselves.
 */
import { createHash } from 'node:crypto';
import { fieldReader } from '../../define/index-fields.ts';
import type { Key } from '../../ports/read-store.ts';

type StoredKey = string | number | false;

/** The order of strings in a store. They are well-formed Unicode (see ports/read-store.ts). */
export const compareTexts = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));

const rankOf = (key: StoredKey): number => (key === false ? 0 : typeof key === 'number' ? 1 : 2);

const compareKeys = (one: StoredKey, other: StoredKey): number => {
  if (typeof one === 'string' && typeof other === 'string') return compareTexts(one, other);
  return rankOf(one) - rankOf(other) || Number(one) - Number(other);
};

/** The order of entries in an index. */
export const compareEntries = (one: Entry, other: Entry): number => {
  for (const [at, key] of one.entries()) {
    const against = other[at];
    const order = against === undefined ? 1 : compareKeys(key, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
};

/** The values of an index's fields, then the key of the document. */
export type Entry = StoredKey[];

/** The bounds of a range of entries. If `lower` is undefined, the range begins at the first entry. No entry equals a bound. */
type Bounds = { readonly lower: Entry | undefined; readonly upper: (StoredKey | Uint8Array)[] };

/** lmdb's limit on a key is 1,978 bytes. The key of a document takes up to 432 of them; the fields of an index share the rest. */
const idBytesMax = 400;
const fieldsBytesMax = 1460;
const hashLength = 32;
/** The bytes of separators, and the maximum of an escaped first character. */
const overheadBytes = 8;

const escapeMark = '\x1f';
const escapeOffset = '@'.charCodeAt(0);
/** Matches every character below the space. */
const controls = /[^ -\uffff]/g;
const escapes = new RegExp(`${escapeMark}[@-_]`, 'g');

/** A bound above every key: lmdb uses a byte array as it is, and no encoded key contains the byte 0xff. */
const afterAll = Uint8Array.of(0xff);

const escaped = (text: string): string =>
  text.replace(controls, (character) => escapeMark + String.fromCharCode(character.charCodeAt(0) + escapeOffset));

const unescaped = (text: string): string =>
  text.replace(escapes, (pair) => String.fromCharCode(pair.charCodeAt(1) - escapeOffset));

/** UTF-8 takes at most three bytes for each UTF-16 unit, so short strings need not be measured. */
const exceeds = (text: string, bytes: number): boolean => text.length * 3 > bytes && Buffer.byteLength(text) > bytes;

/** The beginning of a text, with as many whole characters as fit. */
const beginning = (text: string, bytes: number): string => {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
};

const textKey = (text: string, bytesMax: number): string => {
  const plain = escaped(text);
  if (!exceeds(plain, bytesMax)) return plain;
  const hash = createHash('sha256').update(text, 'utf8').digest('hex').slice(0, hashLength);
  return beginning(plain, bytesMax) + hash;
};

const storedKey = (value: unknown, bytesMax: number): StoredKey => {
  if (value === null) return false;
  if (typeof value === 'string') return textKey(value, bytesMax);
  // The addition turns -0, which lmdb would order below all other numbers, into 0.
  if (typeof value === 'number' && Number.isFinite(value)) return value + 0;
  throw new TypeError(`${typeof value === 'number' ? value : typeof value} cannot be a key`);
};

export const documentKey = (id: string): string => textKey(id, idBytesMax);

export const documentKeyOf = (entry: Entry): string => String(entry.at(-1));

/** The keys of a document's fields. One of them may be a list, with an entry for each of its elements. */
type Row = readonly (StoredKey | readonly StoredKey[])[];

const noEntries: readonly Entry[] = [];

/** Whether two rows are equal except for the field number `at`. */
const isSameBut = (at: number, one: Row, other: Row): boolean =>
  one.every((key, field) => field === at || key === other[field]);

/** The entries of `row` for the document with the key `closing`, without the entries that `other` also has. */
function entriesBeside(row: Row | undefined, other: Row | undefined, closing: string): readonly Entry[] {
  if (row === undefined) return noEntries;
  const at = row.findIndex(Array.isArray);
  if (at >= 0) return listedBeside(row, at, other, closing);
  return other !== undefined && isSameBut(at, row, other) ? noEntries : [row.concat(closing) as Entry];
}

function listedBeside(row: Row, at: number, other: Row | undefined, closing: string): readonly Entry[] {
  const others = other !== undefined && isSameBut(at, row, other) ? other[at] : undefined;
  const known = new Set<StoredKey>(Array.isArray(others) ? others : []);
  const elements = row[at] as readonly StoredKey[];
  return elements
    .filter((element) => !known.has(element))
    .map((element) => row.with(at, element).concat(closing) as Entry);
}

/** Turns the values of an index's fields into keys; throws a TypeError for a value that cannot be one. */
const fieldKeys = (fields: readonly string[]) => {
  const bytesMax = Math.min(idBytesMax, Math.floor(fieldsBytesMax / fields.length) - hashLength - overheadBytes);
  const one = (value: unknown): StoredKey => storedKey(value, bytesMax);
  const all = (values: readonly unknown[]): StoredKey[] => values.map(one);
  const oneOrAll = (value: unknown): Row[number] => (Array.isArray(value) ? all(value) : one(value));

  return {
    all,

    row(values: readonly unknown[]): Row {
      const row = values.map(oneOrAll);
      if (row.findIndex(Array.isArray) === row.findLastIndex(Array.isArray)) return row;
      throw new TypeError(`several fields of an index hold arrays: ${fields.join(', ')}`);
    },

    isCut: (key: StoredKey): boolean => typeof key === 'string' && exceeds(key, bytesMax),
  };
};

/** An entry that is in both lists remains in the index. */
type EntryChanges = { readonly removed: readonly Entry[]; readonly added: readonly Entry[] };

export type EntryCodec = {
  /**
   * The changes to the entries of a document if `after` replaces `before`. Undefined means that there is no document. A document that lacks
   * a field has no entries. If a field contains an array, there is an entry for each element: perhaps a thousand, of which one changes.
   */
  changes(before: object | undefined, after: object | undefined, documentKey: string): EntryChanges;
  /** The fields of an entry. Undefined if a string was cut; then `valuesIn` reads them from the document. */
  values(entry: Entry): Key[] | undefined;
  /** The fields of an entry, from its document. */
  valuesIn(document: object, entry: Entry): Key[];
  bounds(range: { readonly prefix: readonly Key[]; readonly from?: Key; readonly to?: Key }): Bounds;
};

export const entryCodec = (fields: readonly string[]): EntryCodec => {
  const read = fieldReader(fields);
  const keys = fieldKeys(fields);
  const rowOf = (document: object | undefined): Row | undefined => {
    if (document === undefined) return undefined;
    const values = read(document);
    return values.includes(undefined) ? undefined : keys.row(values);
  };

  return {
    changes(before, after, closing) {
      const [old, fresh] = [rowOf(before), rowOf(after)];
      return { removed: entriesBeside(old, fresh, closing), added: entriesBeside(fresh, old, closing) };
    },

    values(entry) {
      const values: Key[] = [];
      for (let at = 0; at < fields.length; at += 1) {
        const key = entry[at] ?? false;
        if (keys.isCut(key)) return undefined;
        if (key === false) values.push(null);
        else values.push(typeof key === 'string' && key.includes(escapeMark) ? unescaped(key) : key);
      }
      return values;
    },

    valuesIn(document, entry) {
      const values = read(document);
      const elements: unknown[] = values.find(Array.isArray) ?? [undefined];
      for (const element of elements) {
        const row = values.map((value) => (Array.isArray(value) ? element : value));
        if (keys.all(row).every((key, at) => key === entry[at])) return row as Key[];
      }
      throw new Error('an index entry does not belong to its document');
    },

    bounds({ prefix, from, to }) {
      const isBounded = from !== undefined || to !== undefined;
      if (prefix.length + (isBounded ? 1 : 0) > fields.length) {
        throw new RangeError(`a range of ${prefix.length} keys and bounds over an index of ${fields.join(', ')}`);
      }
      const lower = keys.all(from === undefined ? prefix : [...prefix, from]);
      const upper = keys.all(to === undefined ? prefix : [...prefix, to]);
      return { lower: lower.length === 0 ? undefined : lower, upper: [...upper, afterAll] };
    },
  };
};
