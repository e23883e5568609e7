/**
 * Records on their way into blocks: gathered some bytes at a time, a commit after the other, because megabytes at once would hold the
 * thread for a quarter of a second. What was gathered is in memory alone: whoever starts anew gathers anew.
 */
import { type GroupChanges, gathered } from './gathered.ts';

const bytesAtOnce = 256 * 1024;

export type Merging = {
  /** Of which records. */
  readonly ids: string;
  /** Every group and its changes, by names; undefined while there is more to gather, of which this call did a part. */
  groups(): readonly GroupChanges[] | undefined;
};

export const mergingOf = (ids: readonly string[], bytesOf: (id: string) => Buffer): Merging => {
  const changesByName = new Map<string, number[]>();
  let next = 0;
  let groups: readonly GroupChanges[] | undefined;
  return {
    ids: ids.join(),
    groups() {
      for (let bytes = 0; next < ids.length && bytes < bytesAtOnce; next += 1) {
        const record = bytesOf(ids[next] as string);
        bytes += record.length;
        for (const { name, changes } of gathered(record)) {
          const before = changesByName.get(name);
          if (before === undefined) changesByName.set(name, [...changes]);
          else for (const change of changes) before.push(change);
        }
      }
      if (next < ids.length) return undefined;
      groups ??= [...changesByName.keys()].sort().map((name) => ({ name, changes: changesByName.get(name) ?? [] }));
      return groups;
    },
  };
};
