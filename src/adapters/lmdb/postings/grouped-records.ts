/** Groups the lines of many records at once: for each group, the changes of the lines that name it, in their order. */
import { wordLengthMax } from '../../../vocabulary/limits.ts';
import { removedNumber } from './changed.ts';
import { asGroup } from './group.ts';
import { Groups } from './groups.ts';
import { isRemoval, markText } from './record.ts';

const word = /[a-z0-9]+/g;

/** The words of a text, as components. */
const wordsIn = (text: string): string[] =>
  (text.match(word) ?? []).map((found) => `"${found.slice(0, wordLengthMax)}"`);

/** Records are added one after the other, and are then treated as one record. */
export class GroupedRecords {
  readonly #changes = new Map<string, number[]>();

  /** The number of groups so far. */
  get size(): number {
    return this.#changes.size;
  }

  add(record: Buffer): void {
    for (const line of record.toString('latin1').split(markText.line)) if (line !== '') this.#addLine(line);
  }

  /** The groups of all records that were added. */
  groups(): Groups {
    return new Groups(this.#changes);
  }

  #addLine(line: string): void {
    const [signed = '', opening = '', rest = ''] = line.split(markText.field);
    const number = Number(signed.slice(1));
    const change = isRemoval(signed.charCodeAt(0)) ? removedNumber(number) : number;
    const isText = rest.includes(markText.text);
    const [closing = '', ...elements] = rest.split(isText ? markText.text : markText.component);
    const components = isText ? wordsIn(elements[0] ?? '') : elements;
    for (const name of new Set(components.map((one) => asGroup(opening + one + closing)))) {
      const changes = this.#changes.get(name);
      if (changes) changes.push(change);
      else this.#changes.set(name, [change]);
    }
  }
}
