/** Groups the lines of many records at once: for each group, the lines that change it, in their order. */
import { limits } from '../../../vocabulary/limits.ts';
import { removedNumber } from './changed.ts';
import { firstHash, GroupTable, hashed, hashOf } from './group-table.ts';
import { Groups, kindAt, type Place } from './groups.ts';
import { LineLists } from './line-lists.ts';
import { isOfWord, isRemoval, mark } from './record.ts';

const placeKey = ({ opening, closing }: Place): string => `${opening}\0${closing}`;

const zero = 48;

/** Records are added one after the other, and are then treated as one record. */
export class GroupedRecords {
  readonly #bytes: Buffer;
  /** The end of the bytes that have been added. */
  #end = 0;
  readonly #table: GroupTable;
  readonly #places: Place[] = [];
  readonly #placeIds = new Map<string, number>();
  readonly #lists = new LineLists();
  /** The change that each line makes to its groups (see changed.ts). */
  readonly #changes: number[] = [];

  /** `length` is the length of all records together. */
  constructor(length: number) {
    this.#bytes = Buffer.allocUnsafe(length);
    this.#table = new GroupTable(this.#bytes);
  }

  /** The number of groups so far. A group counts more than once if different elements and places give it the same name. */
  get size(): number {
    return this.#table.size;
  }

  add(record: Uint8Array): void {
    const bytes = this.#bytes;
    let at = this.#end;
    bytes.set(record, at);
    this.#end += record.length;
    while (at < this.#end) {
      const sign = bytes[at + 1] as number;
      let number = 0;
      for (at += 2; bytes[at] !== mark.field; at += 1) number = 10 * number + (bytes[at] as number) - zero;
      this.#changes.push(isRemoval(sign) ? removedNumber(number) : number);
      const elements = this.#nextOf(at, mark.text, mark.component);
      const place = this.#placeAt(at + 1, elements);
      if (bytes[elements] === mark.text) at = this.#addText(elements + 1, kindAt(place, true));
      else {
        for (at = elements; bytes[at] === mark.component && at < this.#end; ) {
          const end = this.#nextOf(at + 1, mark.component, mark.line);
          this.#addComponent(at + 1, end, kindAt(place, false));
          at = end;
        }
      }
      this.#lists.endLine();
    }
  }

  /** The groups of all records that were added. */
  groups(): Groups {
    return new Groups(this.#bytes, this.#table, this.#places, this.#lists.byGroup(), this.#changes);
  }

  /** The position of the next of two marks, or the end. */
  #nextOf(from: number, one: number, other: number): number {
    const bytes = this.#bytes;
    let at = from;
    while (at < this.#end && bytes[at] !== one && bytes[at] !== other) at += 1;
    return at;
  }

  #placeAt(start: number, end: number): number {
    const between = this.#bytes.indexOf(mark.field, start);
    const place = {
      opening: this.#bytes.toString('latin1', start, between),
      closing: this.#bytes.toString('latin1', between + 1, end),
    };
    const key = placeKey(place);
    const known = this.#placeIds.get(key);
    if (known !== undefined) return known;
    this.#placeIds.set(key, this.#places.length);
    return this.#places.push(place) - 1;
  }

  #addText(start: number, kind: number): number {
    const bytes = this.#bytes;
    const all = this.#end;
    let at = start;
    for (;;) {
      while (at < all && isOfWord[bytes[at] as number] === 0 && bytes[at] !== mark.line) at += 1;
      if (at === all || bytes[at] === mark.line) return at;
      const begins = at;
      const cut = begins + limits.wordLengthMax;
      let sum = firstHash;
      for (; at < all && isOfWord[bytes[at] as number] === 1; at += 1) {
        if (at < cut) sum = hashed(sum, bytes[at] as number);
      }
      this.#lists.add(this.#table.at(begins, Math.min(at, cut), kind, hashOf(sum, kind)));
    }
  }

  #addComponent(start: number, end: number, kind: number): void {
    const bytes = this.#bytes;
    let sum = firstHash;
    for (let at = start; at < end; at += 1) sum = hashed(sum, bytes[at] as number);
    this.#lists.add(this.#table.at(start, end, kind, hashOf(sum, kind)));
  }
}
