/**
 * How documents and index entries are keyed: texts of bytes (latin1) whose order is the order of the port, null < numbers <
 * strings by their UTF-8 bytes.
 *
 * Each component is a tag, its bytes and a zero; no other byte of a string is zero. What LMDB cannot hold in a key is cut
 * and closed with a hash: such strings are equal only to themselves, and order by their beginnings.
 */
import { createHash } from 'node:crypto';
import { fieldReader } from '../../define/index-fields.ts';
import type { Key } from '../../ports/read-store.ts';

const tag = { null: '\x01', number: '\x02', string: '\x03' } as const;
const end = '\0';
/** Above every tag, so that it closes a range. */
const beyond = '\xff';
const cutMark = '\x01\x03';

/** LMDB takes 1,978 bytes; what is left after the id is shared by the fields of an index. */
const idBytesMax = 400;
const fieldsBytesMax = 1460;
const cutOverheadBytes = 40;

const needsNoEscape = /^[ -~]*$/;

const bytesOf = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

/** Bytes 0 and 1 become pairs that order as they did. */
const escapeBytes = (bytes: string): string => bytes.replaceAll('\x01', '\x01\x02').replaceAll('\0', '\x01\x01');

const unescapeBytes = (bytes: string): string =>
  bytes
    .split('\x01\x01')
    .map((between) => between.replaceAll('\x01\x02', '\x01'))
    .join('\0');

const encodeString = (text: string, bytesMax: number): string => {
  if (text.length <= bytesMax && needsNoEscape.test(text)) return text;
  const escaped = escapeBytes(bytesOf(text));
  if (escaped.length <= bytesMax) return escaped;
  const hash = createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 32);
  return escaped.slice(0, bytesMax) + cutMark + hash;
};

const bits = new DataView(new ArrayBuffer(8));

const encodeNumber = (value: number): string => {
  if (!Number.isFinite(value)) throw new TypeError(`${value} cannot be a key`);
  bits.setFloat64(0, value + 0);
  let high = bits.getUint32(0);
  let low = bits.getUint32(4);
  // Positive: the sign bit set; negative: all bits turned. Then the bytes order as the numbers do.
  if (high >>> 31 === 0) high |= 0x80000000;
  else [high, low] = [~high, ~low];
  return String.fromCharCode(
    (high >>> 24) & 255,
    (high >>> 16) & 255,
    (high >>> 8) & 255,
    high & 255,
    (low >>> 24) & 255,
    (low >>> 16) & 255,
    (low >>> 8) & 255,
    low & 255,
  );
};

const decodeNumber = (bytes: string): number => {
  for (let at = 0; at < 8; at += 1) bits.setUint8(at, bytes.charCodeAt(at));
  const high = bits.getUint32(0);
  if (high >>> 31 === 1) bits.setUint32(0, high & 0x7fffffff);
  else {
    bits.setUint32(0, ~high);
    bits.setUint32(4, ~bits.getUint32(4));
  }
  return bits.getFloat64(0);
};

/** Few numbers make most keys: one document's stand in several of its entries, an organization's in all. */
const knownMax = 1024;
const known = Array.from({ length: knownMax }, () => ({ value: Number.NaN, component: '' }));

const numberComponent = (value: number): string => {
  const slot = known[value % knownMax];
  if (slot?.value === value) return slot.component;
  const component = tag.number + encodeNumber(value) + end;
  if (slot !== undefined) {
    slot.value = value;
    slot.component = component;
  }
  return component;
};

const encode = (value: unknown, bytesMax: number): string => {
  if (value === null) return tag.null + end;
  if (typeof value === 'number') return numberComponent(value);
  if (typeof value === 'string') return tag.string + encodeString(value, bytesMax) + end;
  throw new TypeError(`${typeof value} cannot be a key`);
};

/** The key of a document, and the end of each of its index entries: it has no zero in it. */
export const documentKey = (id: string): string => tag.string + encodeString(id, idBytesMax);

/** The document's key at the end of an index entry. */
export const documentKeyOf = (entry: string): string => entry.slice(entry.lastIndexOf(end) + 1);

const none: readonly string[] = [];

type Bounds = { readonly prefix: readonly Key[]; readonly from?: Key; readonly to?: Key };

export type EntryCodec = {
  /** The entries of a document: none where it lacks a field, one for each element where a field holds an array. */
  entries(document: object, documentKey: string): readonly string[];
  /** The fields of an entry, or undefined where a string was cut: then only the document knows (`valuesIn`). */
  values(entry: string): Key[] | undefined;
  valuesIn(document: object, entry: string): Key[];
  /** Between which keys a range stands; no entry equals a bound. */
  bounds(range: Bounds): { readonly lower: string; readonly upper: string };
};

/** An index's entries: its fields in order, then the document's key. */
export const entryCodec = (fields: readonly string[]): EntryCodec => {
  const bytesMax = Math.min(idBytesMax, Math.floor(fieldsBytesMax / fields.length) - cutOverheadBytes);
  const component = (value: unknown): string => encode(value, bytesMax);
  const joined = (values: readonly unknown[]): string => {
    let bytes = '';
    for (const value of values) bytes += component(value);
    return bytes;
  };
  const fieldsOf = fieldReader(fields);

  return {
    entries(document, closing) {
      const values = fieldsOf(document);
      let at = -1;
      let spread = 0;
      for (let field = values.length - 1; field >= 0; field -= 1) {
        const value = values[field];
        if (value === undefined) return none;
        if (!Array.isArray(value)) continue;
        at = field;
        spread += 1;
      }
      if (spread > 1) throw new TypeError(`several fields of an index hold arrays: ${fields.join(', ')}`);
      if (at < 0) return [joined(values) + closing];
      if ((values[at] as unknown[]).length === 0) return none;
      const [before, elements, after] = [values.slice(0, at), values[at] as unknown[], values.slice(at + 1)];
      const [opening, ending] = [joined(before), joined(after) + closing];
      return elements.map((element) => opening + component(element) + ending);
    },

    values(entry) {
      const values: Key[] = [];
      let at = 0;
      for (const _field of fields) {
        const kind = entry[at];
        const stop = kind === tag.number ? at + 9 : entry.indexOf(end, at);
        const bytes = entry.slice(at + 1, stop);
        if (kind === tag.string && bytes.includes(cutMark)) return undefined;
        values.push(
          kind === tag.null ? null : kind === tag.number ? decodeNumber(bytes) : textOf(unescapeBytes(bytes)),
        );
        at = stop + 1;
      }
      return values;
    },

    valuesIn(document, entry) {
      const values = fieldsOf(document);
      const elements: unknown[] = values.find(Array.isArray) ?? [undefined];
      for (const element of elements) {
        const row = values.map((value) => (Array.isArray(value) ? element : value));
        if (entry.startsWith(joined(row))) return row as Key[];
      }
      throw new Error('an index entry does not belong to its document');
    },

    bounds({ prefix, from, to }) {
      const bounded = from !== undefined || to !== undefined;
      if (prefix.length + (bounded ? 1 : 0) > fields.length) {
        throw new RangeError(`a range of ${prefix.length} keys and bounds over an index of ${fields.join(', ')}`);
      }
      const common = joined(prefix);
      return {
        lower: common + (from === undefined ? '' : component(from)) || end,
        upper: common + (to === undefined ? '' : component(to)) + beyond,
      };
    },
  };
};
