/**
 * Records on their way into blocks: gathered some bytes at a time, a commit after the other, because megabytes at once would hold the
 * thread for a quarter of a second. What was gathered is in memory alone: whoever starts anew gathers anew.
 */
import { type GroupChanges, gathered } from './gathered.ts';

const bytesAtOnce = 256 * 1024;

/** What some records say, by groups; later ones are added behind. */
export type ChangesByName = Map<string, number[]>;

export const addChanges = (byName: ChangesByName, groups: readonly GroupChanges[]): void => {
  for (const { name, changes } of groups) {
    const before = byName.get(name);
    if (before === undefined) byName.set(name, [...changes]);
    else for (const change of changes) before.push(change);
  }
};

export type Merging = {
  /** Of which records. */
  readonly ids: string;
  /** Every group and its changes, by names; undefined while there is more to gather, of which this call did a part. */
  groups(): readonly GroupChanges[] | undefined;
};

export const mergingOf = (ids: readonly string[], bytesOf: (id: string) => Buffer): Merging => {
  const byName: ChangesByName = new Map();
  let next = 0;
  let groups: readonly GroupChanges[] | undefined;
  return {
    ids: ids.join(),
    groups() {
      for (let bytes = 0; next < ids.length && bytes < bytesAtOnce; next += 1) {
        const record = bytesOf(ids[next] as string);
        bytes += record.length;
        addChanges(byName, gathered(record));
      }
      if (next < ids.length) return undefined;
      groups ??= [...byName.keys()].sort().map((name) => ({ name, changes: byName.get(name) ?? [] }));
      return groups;
    },
  };
};
