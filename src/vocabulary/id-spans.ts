/**
 * Sets of message ids as spans: `[first, last]`, both inclusive, ascending, neither overlapping nor adjacent. People read messages in
 * sequence, so that the read messages of a user take a few spans, however many they are.
 */
import { z } from 'zod';
import { lastBegunAt } from './ascending.ts';

export const IdSpan = z.tuple([z.int().positive(), z.int().positive()]).readonly();
export type IdSpan = readonly [first: number, last: number];
export type IdSpans = readonly IdSpan[];

export function spanWith(spans: IdSpans, id: number): IdSpan | undefined {
  const span = spans[lastBegunAt(spans, id)];
  return span !== undefined && id <= span[1] ? span : undefined;
}

export const holdsId = (spans: IdSpans, id: number): boolean => spanWith(spans, id) !== undefined;

/** The union of both sets. */
export function joinedSpans(some: IdSpans, others: IdSpans): IdSpans {
  if (some.length === 0) return others;
  return others.length === 0 ? some : united([...some, ...others]);
}

/** The set of spans that are in any order and may overlap. */
export function united(spans: readonly IdSpan[]): IdSpans {
  const set: [number, number][] = [];
  for (const [first, last] of [...spans].sort((a, b) => a[0] - b[0])) {
    const before = set.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else set.push([first, last]);
  }
  return set;
}

export function spansWithout(spans: IdSpans, gone: IdSpans): IdSpans {
  const left: IdSpan[] = [];
  let at = 0;
  for (const [first, last] of spans) {
    while (at < gone.length && (gone[at] as IdSpan)[1] < first) at += 1;
    let from = first;
    for (let next = at; next < gone.length && (gone[next] as IdSpan)[0] <= last; next += 1) {
      const [goneFirst, goneLast] = gone[next] as IdSpan;
      if (goneFirst > from) left.push([from, goneFirst - 1]);
      from = goneLast + 1;
    }
    if (from <= last) left.push([from, last]);
  }
  return left;
}

/** The set of exactly these ids, which may be in any order. */
export const spansOf = (ids: readonly number[]): IdSpans => united(ids.map((id): IdSpan => [id, id]));

/** All ids, ascending. */
export const idsIn = (spans: IdSpans): number[] =>
  spans.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => first + at));
