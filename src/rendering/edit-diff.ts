/** The changes of an edit, marked in the new HTML (`content_html_diff`). */
import { diffArrays } from 'diff';
import { piecesOf } from './html-pieces.ts';

type Unit = { readonly kind: 'tag' | 'text'; readonly source: string };
type Mark = 'inserted' | 'deleted';
type Change = { readonly mark: Mark | undefined; readonly units: readonly Unit[] };

/**
 * The most differences that are searched for. The cost is quadratic, and this many take about 15 ms. If there are more, everything between
 * the common beginning and the common end counts as replaced.
 */
const differencesMax = 400;
const unitsMax = 20_000;
const textUnit = /&(?:#?\w+);|[\p{L}\p{N}\p{M}_]+|\s+|[\s\S]/gu;

/**
 * The new HTML. Inserted text is in spans, and so is deleted text, at the place where it was. The tags are those of the new HTML in their
 * order, and spans contain only text or whole elements. So the result is well-formed if the new HTML is.
 */
export function editDiff(previousHtml: string, html: string): string {
  const changes = compared(unitsOf(previousHtml), unitsOf(html));
  let result = '';
  for (const { mark, units } of changes)
    result += mark === undefined ? units.map(sourceOf).join('') : spans(units, mark);
  return isOneParagraph(result) ? result : `<div>${result}</div>`;
}

function compared(previous: Unit[], next: Unit[]): Change[] {
  const small = previous.length + next.length <= unitsMax;
  const changes = small
    ? diffArrays(previous, next, { comparator: (a, b) => a.source === b.source, maxEditLength: differencesMax })
    : undefined;
  if (changes === undefined) return replaced(previous, next);
  return changes.map(({ added, removed, value }) => ({
    mark: added ? 'inserted' : removed ? 'deleted' : undefined,
    units: value,
  }));
}

/** Keeps the common beginning and end, and replaces everything between. */
function replaced(previous: readonly Unit[], next: readonly Unit[]): Change[] {
  const shorter = Math.min(previous.length, next.length);
  let start = 0;
  while (start < shorter && previous[start]?.source === next[start]?.source) start++;
  let end = 0;
  while (end < shorter - start && previous.at(-1 - end)?.source === next.at(-1 - end)?.source) end++;
  return [
    { mark: undefined, units: next.slice(0, start) },
    { mark: 'deleted', units: previous.slice(start, previous.length - end) },
    { mark: 'inserted', units: next.slice(start, next.length - end) },
    { mark: undefined, units: next.slice(next.length - end) },
  ];
}

/** Puts runs of text into spans. Inserted tags stay between the spans, deleted tags are dropped. */
function spans(units: readonly Unit[], mark: Mark): string {
  let result = '';
  let run = '';
  const close = () => {
    if (run.trim() !== '') result += `<span class="highlight_text_${mark}">${run}</span>`;
    else if (mark === 'inserted') result += run;
    run = '';
  };
  for (const { kind, source } of units) {
    if (kind === 'text') run += source;
    else {
      close();
      if (mark === 'inserted') result += source;
    }
  }
  close();
  return result;
}

/**
 * The units of comparison: tags, words, spaces and single signs. A mention, an emoji, a time or a formula is one unit, that is, an
 * innermost `span` or `time` with its text, or the whole output of KaTeX.
 */
function unitsOf(html: string): Unit[] {
  const units: Unit[] = [];
  const pieces = piecesOf(html);
  for (let index = 0; index < pieces.length; index++) {
    const end = elementEnd(pieces, index);
    if (end > index) {
      units.push({ kind: 'text', source: pieces.slice(index, end).map(sourceOf).join('') });
      index = end - 1;
      continue;
    }
    const { kind, source } = pieces[index] ?? { kind: 'text', source: '' };
    if (kind === 'tag') units.push({ kind, source });
    else for (const [unit] of source.matchAll(textUnit)) units.push({ kind: 'text', source: unit });
  }
  return units;
}

/** The end of the element that begins at `index`, if it is one unit; otherwise `index`. */
function elementEnd(pieces: readonly Unit[], index: number): number {
  const first = pieces[index];
  if (first === undefined || first.kind === 'text' || !/^<(?:span|time)\b/.test(first.source)) return index;
  if (!/^<span class="katex/.test(first.source)) {
    const closes = pieces[index + 1]?.kind === 'text' && /^<\/(?:span|time)>/.test(pieces[index + 2]?.source ?? '');
    return closes ? index + 3 : index;
  }
  let depth = 0;
  for (let end = index; end < pieces.length; end++) {
    const { source } = pieces[end] ?? { source: '' };
    if (source.startsWith('<span')) depth++;
    else if (source.startsWith('</span')) depth--;
    if (depth === 0) return end + 1;
  }
  return index;
}

function sourceOf({ source }: { readonly source: string }): string {
  return source;
}

function isOneParagraph(html: string): boolean {
  return html.startsWith('<p>') && html.indexOf('</p>') === html.length - '</p>'.length;
}
