/** What a batch of writes changes in a file: found out against what stands there, before any of it is put. */
import { documentKey } from './index-keys.ts';
import type { Changes } from './postings/changes.ts';
import type { Postings } from './postings/postings.ts';
import type { Entries, Model, Texts } from './read-file.ts';
import type { Prepared } from './read-handover.ts';
import { without } from './without.ts';

/** Of entries, the database and then the key. */
export type Changed = {
  readonly documents: readonly { readonly documents: Texts; readonly key: string; readonly text: string | undefined }[];
  readonly stale: readonly (Entries | string)[];
  readonly fresh: readonly (Entries | string)[];
  readonly records: ReadonlyMap<Postings, Buffer>;
};

const none: readonly string[] = [];
const nothing = Buffer.alloc(0);

export const changesOf = (modelNamed: (name: string) => Model, writes: readonly Prepared[]): Changed => {
  const documents: { documents: Texts; key: string; text: string | undefined }[] = [];
  const stale: (Entries | string)[] = [];
  const fresh: (Entries | string)[] = [];
  const gathered = new Map<Postings, Changes>();

  for (const { model, id, text, seen } of writes) {
    const { documents: standing, indexes, postings } = modelNamed(model);
    const key = documentKey(id);
    const oldText = standing.get(key);
    if (text === oldText) continue;
    const old: object | undefined = oldText === undefined ? undefined : JSON.parse(oldText);
    documents.push({ documents: standing, key, text });
    for (const { codec, entries } of indexes.values()) {
      const left = old === undefined ? none : codec.entries(old, key);
      const right = seen === undefined ? none : codec.entries(seen, key);
      for (const entry of without(left, right)) stale.push(entries, entry);
      for (const entry of without(right, left)) fresh.push(entries, entry);
    }
    for (const index of postings.values()) changesIn(gathered, index).replace(old, seen);
  }
  const records = new Map([...gathered].map(([postings, changes]) => [postings, changes.record()]));
  return { documents, stale, fresh, records };
};

const changesIn = (gathered: Map<Postings, Changes>, postings: Postings): Changes => {
  const known = gathered.get(postings);
  if (known !== undefined) return known;
  const changes = postings.changes();
  gathered.set(postings, changes);
  return changes;
};

/** Puts it, but for postings; within a transaction. */
export const putChanges = ({ documents: changed, stale, fresh }: Changed): void => {
  for (const { documents, key, text } of changed) {
    if (text === undefined) void documents.remove(key);
    else void documents.put(key, text);
  }
  for (let at = 0; at < stale.length; at += 2) void (stale[at] as Entries).remove(stale[at + 1] as string);
  for (let at = 0; at < fresh.length; at += 2) void (fresh[at] as Entries).put(fresh[at + 1] as string, nothing);
};
