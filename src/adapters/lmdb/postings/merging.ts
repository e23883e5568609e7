/**
 * Groups the records that are being merged into blocks. Each commit groups a limited number of bytes, because megabytes at once would
 * block the thread for long. The result is kept in memory only: after a restart the records are grouped again.
 */
import { GroupedRecords } from './grouped-records.ts';
import type { Groups } from './groups.ts';

export class Merging {
  /** The ids of the records. */
  readonly ids: string;
  #records: readonly Buffer[];
  readonly #grouped: GroupedRecords;
  #groups: Groups | undefined;

  constructor(ids: string, records: readonly Buffer[]) {
    this.ids = ids;
    this.#records = records;
    this.#grouped = new GroupedRecords(records.reduce((sum, { length }) => sum + length, 0));
  }

  /** Groups about `bytesAtOnce` more bytes. Returns the groups of all records once it has grouped them all, undefined before. */
  groups(bytesAtOnce: number): Groups | undefined {
    let count = 0;
    for (let bytes = 0; count < this.#records.length && bytes < bytesAtOnce; count += 1) {
      const record = this.#records[count] as Buffer;
      bytes += record.length;
      this.#grouped.add(record);
    }
    this.#records = this.#records.slice(count);
    if (this.#records.length > 0) return undefined;
    this.#groups ??= this.#grouped.groups();
    return this.#groups;
  }
}
