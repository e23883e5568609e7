/** Groups the lines of many records at once: for each group, the lines that change it, in their order. */
import { countBelow } from '../../../vocabulary/ascending.ts';
import { limits } from '../../../vocabulary/limits.ts';
import { stemOf } from '../../../vocabulary/words.ts';
import { removedNumber } from './changed.ts';
import { asGroup } from './group.ts';
import { isRemoval, markText } from './record.ts';

/** The elements that have the same fields before and after them in the name of their group. */
type Place = {
  readonly opening: string;
  readonly closing: string;
  /** Whether they are words of texts. A word names the group of its stem. */
  readonly isText: boolean;
  /** The lines that name each element. */
  readonly lines: Map<string, number[]>;
};

/** Records are added one after the other, and are then treated as one record. */
export class GroupedRecords {
  readonly #places = new Map<string, Place>();
  /** The change that each line makes to its groups (see changed.ts). */
  readonly #changes: number[] = [];
  #size = 0;

  /** The number of groups so far. A group counts more than once if different elements and places give it the same name. */
  get size(): number {
    return this.#size;
  }

  add(record: Buffer): void {
    for (const line of record.toString('latin1').split(markText.line).slice(1)) this.#addLine(line);
  }

  /** The groups of all records that were added. */
  groups(): Groups {
    const byName = new Map<string, (readonly number[])[]>();
    for (const { opening, closing, isText, lines } of this.#places.values())
      for (const [element, own] of lines) {
        const name = asGroup(opening + (isText ? `"${stemOf(element)}"` : element) + closing);
        const known = byName.get(name);
        if (known) known.push(own);
        else byName.set(name, [own]);
      }
    return new Groups(byName, this.#changes);
  }

  #addLine(line: string): void {
    const [signed = '', opening = '', rest = ''] = line.split(markText.field);
    const number = Number(signed.slice(1));
    this.#changes.push(isRemoval(signed.charCodeAt(0)) ? removedNumber(number) : number);
    const [closing = '', text] = rest.split(markText.text);
    if (text === undefined) {
      const [after = '', ...components] = rest.split(markText.component);
      this.#addElements(components, this.#placeAt(opening, after, false));
    } else this.#addElements(text.match(/[a-z0-9]+/g) ?? [], this.#placeAt(opening, closing, true));
  }

  #addElements(elements: readonly string[], { isText, lines }: Place): void {
    const line = this.#changes.length - 1;
    for (const whole of elements) {
      const element = isText && whole.length > limits.wordLengthMax ? whole.slice(0, limits.wordLengthMax) : whole;
      const own = lines.get(element);
      if (own === undefined) {
        lines.set(element, [line]);
        this.#size += 1;
      } else if (own[own.length - 1] !== line) own.push(line);
    }
  }

  #placeAt(opening: string, closing: string, isText: boolean): Place {
    const key = `${opening}\0${closing}\0${isText}`;
    const place = this.#places.get(key) ?? { opening, closing, isText, lines: new Map() };
    this.#places.set(key, place);
    return place;
  }
}

/** Encoded as in changed.ts. */
type GroupChanges = { readonly name: string; readonly changes: readonly number[] };

/** Groups by name. The list of changes is built only for the groups that are requested. */
export class Groups {
  readonly #lines: ReadonlyMap<string, readonly (readonly number[])[]>;
  readonly #changes: readonly number[];
  /** In ascending order. */
  readonly #names: readonly string[];

  /** `lines`: for each group, the lines of each of its elements, for example of words with the same stem. `changes`: by line. */
  constructor(lines: ReadonlyMap<string, readonly (readonly number[])[]>, changes: readonly number[]) {
    this.#lines = lines;
    this.#changes = changes;
    this.#names = [...lines.keys()].sort();
  }

  get size(): number {
    return this.#names.length;
  }

  get last(): string | undefined {
    return this.#names.at(-1);
  }

  /** The next `count` groups after a name, in ascending order. */
  after(name: string, count: number): GroupChanges[] {
    const below = countBelow(this.#names, name);
    const from = this.#names[below] === name ? below + 1 : below;
    return this.#names.slice(from, from + count).map((own) => ({ name: own, changes: this.#changesOf(own) }));
  }

  #changesOf(name: string): number[] {
    const [first = [], ...others] = this.#lines.get(name) ?? [];
    const lines =
      others.length === 0 ? first : [...new Set([first, ...others].flat())].sort((one, other) => one - other);
    return lines.map((line) => this.#changes[line] as number);
  }
}
