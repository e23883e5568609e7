/** Groups by name, each with its changes. The list of changes is built only for the groups that are requested. */
import { stemOf } from '../../../vocabulary/words.ts';
import { asGroup } from './group.ts';
import type { GroupTable } from './group-table.ts';

/** The parts of a group's name before and after the element. */
export type Place = { readonly opening: string; readonly closing: string };

export type GroupChanges = {
  readonly name: string;
  /** Encoded as in changed.ts. */
  readonly changes: readonly number[];
};

/** The kind of an element: its place, and whether it is a word of a text, which names the group of its stem. */
export const kindAt = (place: number, isWord: boolean): number => 2 * place + (isWord ? 0 : 1);
const isWordAt = (kind: number): boolean => kind % 2 === 0;

type Lists = { readonly lines: Int32Array; readonly starts: Int32Array };

export class Groups {
  readonly #lists: Lists;
  readonly #changes: readonly number[];
  /** In ascending order. */
  readonly #names: readonly string[];
  readonly #byName = new Map<string, number>();
  /** Groups that have the same name, by that name, for example those of words with the same stem. */
  readonly #alike = new Map<string, number[]>();

  /** `changes`: the change of each line. */
  constructor(bytes: Buffer, table: GroupTable, places: readonly Place[], lists: Lists, changes: readonly number[]) {
    this.#lists = lists;
    this.#changes = changes;
    for (let group = 0; group < table.size; group += 1) {
      const element = bytes.toString('latin1', table.startOf(group), table.endOf(group));
      const kind = table.kindOf(group);
      const { opening, closing } = places[kind >> 1] as Place;
      const whole = isWordAt(kind) ? `"${stemOf(element)}"` : element;
      this.#name(asGroup(opening + whole + closing), group);
    }
    this.#names = [...this.#byName.keys()].sort();
  }

  get size(): number {
    return this.#names.length;
  }

  get last(): string | undefined {
    return this.#names.at(-1);
  }

  /** The next `count` groups after a name, in ascending order. */
  after(name: string, count: number): GroupChanges[] {
    const from = this.#firstAfter(name);
    const groups: GroupChanges[] = [];
    for (const own of this.#names.slice(from, from + count)) groups.push({ name: own, changes: this.#changesOf(own) });
    return groups;
  }

  #name(name: string, group: number): void {
    const known = this.#byName.get(name);
    if (known === undefined) this.#byName.set(name, group);
    else this.#alike.set(name, [...(this.#alike.get(name) ?? [known]), group]);
  }

  #firstAfter(name: string): number {
    let [low, high] = [0, this.#names.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#names[middle] as string) > name) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #changesOf(name: string): readonly number[] {
    const { lines, starts } = this.#lists;
    const groups = this.#alike.get(name) ?? [this.#byName.get(name) as number];
    const own: number[] = [];
    for (const group of groups) {
      const end = starts[group + 1] as number;
      for (let at = starts[group] as number; at < end; at += 1) own.push(lines[at] as number);
    }
    const all = groups.length > 1 ? distinct(own) : own;
    for (let at = 0; at < all.length; at += 1) all[at] = this.#changes[all[at] as number] as number;
    return all;
  }
}

const distinct = (lines: number[]): number[] =>
  lines.sort((one, other) => one - other).filter((line, at) => at === 0 || line !== lines[at - 1]);
