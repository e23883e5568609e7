/** The records of an index of postings, and which of them are being merged into blocks. */

export type Manifest = {
  /** The id of each record and its length in bytes, oldest first. */
  readonly records: readonly (readonly [id: string, size: number])[];
  /** How many of the oldest records are being merged into blocks. Each commit merges some groups. */
  readonly merging: number;
  /** The name of the last group that has been merged. */
  readonly upTo: string;
};

type Records = Manifest['records'];

export const lengthOf = (records: Records): number => records.reduce((sum, [, size]) => sum + size, 0);

/** How many of the oldest records have more than this many bytes together. If all of them have fewer, the number of all records. */
export const oldestOf = (records: Records, bytes: number): number => {
  let [count, sum] = [0, 0];
  for (; count < records.length && sum <= bytes; count += 1) sum += records[count]?.[1] ?? 0;
  return count;
};

export const idsOf = (records: Records): string[] => records.map(([id]) => id);

export const noRecords: Manifest = { records: [], merging: 0, upTo: '' };
