/** Marks search hits in a message's HTML and in its topic (`match_content`, `match_subject`). */
import { foldCase } from '../vocabulary/fold-case.ts';
import { type SearchTerm, wordRunsOf, wordsOf } from '../vocabulary/words.ts';
import { escapeHtml } from './escape.ts';
import { charactersOf, piecesOf } from './html-pieces.ts';

type Range = { start: number; end: number };
/** The words and phrases of a search. An HTML text may have a thousand pieces, and a search as many words. */
type Wanted = { readonly words: ReadonlySet<string>; readonly phrases: ReadonlySet<string> };

const textsOf = (terms: readonly SearchTerm[], wanted: SearchTerm['kind']): ReadonlySet<string> =>
  new Set(terms.filter(({ kind }) => kind === wanted).map(({ text }) => text));

/** The HTML with every hit in a `highlight` span. Tags and entities are not split. */
export function highlightHtml(html: string, terms: readonly SearchTerm[]): string {
  if (terms.length === 0) return html;
  const wanted: Wanted = { words: textsOf(terms, 'word'), phrases: textsOf(terms, 'phrase') };
  return piecesOf(html)
    .map(({ kind, source, mayHoldSpans }) => (kind === 'text' && mayHoldSpans ? marked(source, wanted) : source))
    .join('');
}

/** Plain text as HTML, with every hit in a `highlight` span. */
export function highlightText(text: string, terms: readonly SearchTerm[]): string {
  return highlightHtml(escapeHtml(text), terms);
}

function marked(source: string, { words, phrases }: Wanted): string {
  const { text, starts } = charactersOf(source);
  const at = (index: number) => starts[index] ?? source.length;
  let result = '';
  let done = 0;
  for (const { start, end } of merged([...wordHits(text, words), ...phraseHits(text, phrases)])) {
    const [from, to] = [at(start), at(end)];
    result += `${source.slice(done, from)}<span class="highlight">${source.slice(from, to)}</span>`;
    done = to;
  }
  return result + source.slice(done);
}

function wordHits(text: string, wanted: ReadonlySet<string>): Range[] {
  if (wanted.size === 0) return [];
  return wordRunsOf(text).filter(({ start, end }) => wordsOf(text.slice(start, end)).some((word) => wanted.has(word)));
}

function phraseHits(text: string, phrases: ReadonlySet<string>): Range[] {
  const hits: Range[] = [];
  const folded = foldCase(text);
  // If case folding changes the length of a text (Turkish dotted İ), positions in it cannot be used, and nothing is marked.
  if (folded.length !== text.length) return hits;
  for (const phrase of phrases) {
    if (phrase === '') continue;
    for (let start = folded.indexOf(phrase); start >= 0; start = folded.indexOf(phrase, start + phrase.length))
      hits.push({ start, end: start + phrase.length });
  }
  return hits;
}

/** Sorted; ranges that touch or overlap are merged. */
function merged(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of ranges.sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}
