/**
 * Groups the records that are being merged into blocks. Each commit groups a bounded number of bytes, because megabytes at once would block
 * the thread for long. The result is only in memory: after a restart the records are grouped again.
 */
import { GroupedRecords, type Groups } from './grouped-records.ts';

export class Merging {
  /** The ids of the records: at first all, at the end only those that were grouped. */
  #ids: readonly string[];
  #records: readonly Buffer[];
  readonly #groupsMax: number;
  readonly #bytesMin: number;
  readonly #grouped = new GroupedRecords();
  #groups: Groups | undefined;
  #count = 0;
  #bytes = 0;

  /** No further record is added once there are `groupsMax` groups and `bytesMin` bytes. The names of all groups are in memory. */
  constructor(ids: readonly string[], records: readonly Buffer[], groupsMax: number, bytesMin: number) {
    this.#ids = ids;
    this.#records = records;
    this.#groupsMax = groupsMax;
    this.#bytesMin = bytesMin;
  }

  isOf(ids: readonly string[]): boolean {
    return this.#ids.join() === ids.join();
  }

  /** How many records are grouped. They are the first ones. */
  get count(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Groups about `bytesAtOnce` more bytes. Returns undefined until no more records are added, and then the groups. */
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
