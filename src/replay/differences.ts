import { canonicalJson } from '../vocabulary/canonical-json.ts';
import type { DocumentChange } from './types.ts';

/** Collects the changes of many events: each document before the first change and after the last one. */
export class Differences {
  readonly #changes = new Map<string, DocumentChange>();

  add(changes: readonly DocumentChange[]): void {
    for (const change of changes) {
      const key = `${change.model} ${change.id}`;
      const first = this.#changes.get(key);
      this.#changes.set(key, first ? { ...change, before: first.before } : change);
    }
  }

  /** The documents that differ, sorted by model and id. */
  sorted(): DocumentChange[] {
    const differing = [...this.#changes].filter(([, { before, after }]) => textOf(before) !== textOf(after));
    return differing.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, change]) => change);
  }
}

const textOf = (value: unknown): string => (value === undefined ? '' : canonicalJson(value));

/** The lines that show a change: one for a document that was added or removed, otherwise one for each field. */
export function linesOf({ model, id, before, after }: DocumentChange): string[] {
  if (!before) return [`${model} ${id}: new ${canonicalJson(after)}`];
  if (!after) return [`${model} ${id}: gone ${canonicalJson(before)}`];
  const [old, now] = [before, after] as [Record<string, unknown>, Record<string, unknown>];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => textOf(old[field]) !== textOf(now[field]))
    .map((field) => `${model} ${id}: ${field} ${shown(old[field])} → ${shown(now[field])}`);
}

const shown = (value: unknown): string => (value === undefined ? '(none)' : canonicalJson(value));
