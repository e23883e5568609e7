/**
 * Groups the records that are being merged into blocks. Each commit groups a limited number of bytes, because megabytes at once would
 * block the thread for long. The result is kept in memory only: after a restart the records are grouped again.
 */
import { GroupedRecords } from './grouped-records.ts';
import type { Groups } from './groups.ts';

export class Merging {
  /** The ids of the records. At first of all that were given; at the end of those that were grouped. */
  #ids: readonly string[];
  #records: readonly Buffer[];
  readonly #groupsMax: number;
  readonly #bytesMin: number;
  readonly #grouped: GroupedRecords;
  #groups: Groups | undefined;
  #count = 0;
  #bytes = 0;

  /** No further record is added once there are `groupsMax` groups, whose names are all in memory, and `bytesMin` bytes. */
  constructor(ids: readonly string[], records: readonly Buffer[], groupsMax: number, bytesMin: number) {
    this.#ids = ids;
    this.#records = records;
    this.#groupsMax = groupsMax;
    this.#bytesMin = bytesMin;
    this.#grouped = new GroupedRecords(records.reduce((sum, { length }) => sum + length, 0));
  }

  isOf(ids: readonly string[]): boolean {
    return this.#ids.join() === ids.join();
  }

  /** How many records are grouped, the first ones. */
  get count(): number {
    return this.#count;
  }

  /** The bytes of these records. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Groups about `bytesAtOnce` more bytes. Returns the groups once no more is added, undefined before. */
  groups(bytesAtOnce: number): Groups | undefined {
    const end = this.#bytes + bytesAtOnce;
    for (; this.#isMoreToAdd() && this.#bytes < end; this.#count += 1) {
      const record = this.#records[this.#count] as Buffer;
      this.#bytes += record.length;
      this.#grouped.add(record);
    }
    if (this.#groups === undefined && !this.#isMoreToAdd()) {
      this.#groups = this.#grouped.groups();
      [this.#ids, this.#records] = [this.#ids.slice(0, this.#count), []];
    }
    return this.#groups;
  }

  #isMoreToAdd(): boolean {
    if (this.#count >= this.#records.length) return false;
    return this.#grouped.size < this.#groupsMax || this.#bytes < this.#bytesMin;
  }
}
