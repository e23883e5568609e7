/**
 * Records on their way into blocks: gathered some bytes at a time, a commit after the other, because megabytes at once would hold the
 * thread for long. What was gathered is in memory alone: whoever starts anew gathers anew.
 */
import { Gathered } from './gathered.ts';
import type { Groups } from './groups.ts';

export class Merging {
  /** Of which records. */
  readonly ids: string;
  #records: readonly Buffer[];
  readonly #gathered: Gathered;
  #groups: Groups | undefined;

  constructor(ids: string, records: readonly Buffer[]) {
    this.ids = ids;
    this.#records = records;
    this.#gathered = new Gathered(records.reduce((sum, { length }) => sum + length, 0));
  }

  /** What all of them say; undefined while there is more to gather, of which this call did so many bytes. */
  groups(bytesAtOnce: number): Groups | undefined {
    let count = 0;
    for (let bytes = 0; count < this.#records.length && bytes < bytesAtOnce; count += 1) {
      const record = this.#records[count] as Buffer;
      bytes += record.length;
      this.#gathered.enter(record);
    }
    this.#records = this.#records.slice(count);
    if (this.#records.length > 0) return undefined;
    this.#groups ??= this.#gathered.groups();
    return this.#groups;
  }
}
