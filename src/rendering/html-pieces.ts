/**
 * Splits HTML into tags and the text between them. It works only for the output of `renderMarkdown`, in which every `<` begins a tag and
 * every `>` in an attribute is escaped.
 */

type HtmlPiece = {
  readonly kind: 'tag' | 'text';
  readonly source: string;
  /** False inside `<math>` and `<svg>`, where a span would end the element. */
  readonly mayHoldSpans: boolean;
};

const piece = /<(\/?)([a-z0-9]*)[^>]*>|[^<]+|</gi;
const foreign: ReadonlySet<string> = new Set(['math', 'svg']);

export function piecesOf(html: string): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let foreignDepth = 0;
  for (const [source, slash, name] of html.matchAll(piece)) {
    if (name !== undefined && foreign.has(name)) foreignDepth += slash === '/' ? -1 : 1;
    pieces.push({ kind: name === undefined ? 'text' : 'tag', source, mayHoldSpans: foreignDepth <= 0 });
  }
  return pieces;
}

/** The characters of a text piece as a reader sees them, each with its place in the source. */
export function charactersOf(source: string): { text: string; starts: number[] } {
  let text = '';
  const starts: number[] = [];
  for (const match of source.matchAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));|[\s\S]/gi)) {
    const shown = decoded(match);
    for (let unit = 0; unit < shown.length; unit++) starts.push(match.index);
    text += shown;
  }
  starts.push(source.length);
  return { text, starts };
}

const named = new Map(Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u{a0}' }));

function decoded([source, decimal, hexadecimal, name]: RegExpExecArray): string {
  if (name !== undefined) return named.get(name) ?? source;
  const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hexadecimal ?? '', 16);
  if (Number.isNaN(code)) return source;
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\u{fffd}';
}
