/** Texts of 10,000 bytes that are hard to render, compare, search or store: one of each kind, or as many as are asked for. */
import { proses, seeded } from './prose.ts';

export type Kind = { readonly name: string; make(seed: number): string };

const bytesMax = 10_000;
const oneByte = /^[\0-\x7f]*$/;

/** Cuts the text to the length of a message, without splitting a character. */
function cut(text: string): string {
  if (oneByte.test(text)) return text.slice(0, bytesMax);
  const bytes = Buffer.from(text.slice(0, bytesMax));
  let end = Math.min(bytes.length, bytesMax);
  while (end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.subarray(0, end).toString('utf8');
}

const many = (piece: string): string => cut(piece.repeat(Math.ceil(bytesMax / piece.length)));

type Random = () => number;
const below = (random: Random, end: number): number => Math.floor(random() * end);
const pick = <T>(random: Random, items: readonly T[]): T => items[below(random, items.length)] as T;

/** Random pieces until a message is full. */
const mixed =
  (pieces: readonly string[]) =>
  (seed: number): string => {
    const random = seeded(seed);
    let text = '';
    while (text.length < bytesMax) text += pick(random, pieces);
    return cut(text);
  };

const lines = (line: (random: Random, number: number) => string) => (seed: number) => {
  const random = seeded(seed);
  let text = '';
  for (let number = 0; text.length < bytesMax; number += 1) text += `${line(random, number)}\n`;
  return cut(text);
};

const code: Readonly<Record<string, readonly string[]>> = {
  javascript: [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code of another language
    'const a = `x${b + `y${c}`}`;\n',
    'if (/[/]\\/(a|b)*/.test(x)) {\n',
    '}\n',
    'a => ({...b, c: [1e9, 0xff]}),\n',
    '/* c */ ',
  ],
  python: ['def f(a: int = 3, *b, **c) -> "x":\n', '    return f"{a!r:>{b}} {{c}}"\n', '@d\n', "x = '''a\n", "'''\n"],
  cpp: [
    'template<class T, int N = (1 << 3)> struct a : b<c<d>> {};\n',
    '#define X(a) a##b \\\n',
    'R"(x)" + 0x1p3;\n',
    '((((',
    '))))',
  ],
  css: ['a > b ~ c:not(.d)::before { color: rgba(1, 2, 3, .4) !important }\n', '@media (min-width: 1px) {\n', '}\n'],
  xml: [
    '<a b="c" d=\'e\'>',
    '</a>',
    '<!-- x -->',
    '<![CDATA[ y ]]>',
    '<?php echo 1 ?>',
    '<script>let a = 1</script>\n',
  ],
  sql: ["SELECT a, 'b''c' FROM d WHERE e IN (SELECT f FROM g) AND h > 1 -- i\n", 'CASE WHEN j THEN k END, '],
  markdown: ['# a\n', '* b **c** _d_ [e](f)\n', '> g\n', '    h\n', '`i` '],
  perl: ['s/(a|b)*/\\/c/gex; ', 'my %h = (a => [1, {b => q{c}}]);\n', '<<EOT;\nx\nEOT\n'],
};

const closing = '\n```';

const coloured = Object.entries(code).map(([language, pieces]): Kind => {
  const opening = `\`\`\`${language}\n`;
  return {
    name: `${language} code`,
    make: (seed) => `${cut(opening + mixed(pieces)(seed)).slice(0, bytesMax - closing.length)}${closing}`,
  };
});

const runs = [
  '[',
  '![',
  '*',
  '_a_',
  '`',
  '<',
  '&',
  '@**',
  '#**',
  '$$',
  '~~',
  ':',
  '|',
  '\\',
  '!',
  '](',
  '> ',
  '- ',
  'www.',
  'http://a',
  '<time:',
  '__',
  '"',
  '&amp;',
];

/** Parts of all kinds, joined in one text. */
const anything = [
  ...runs,
  'word ',
  'a',
  '\n',
  '\n\n',
  '    ',
  '```',
  '```spoiler x\n',
  '```quote\n',
  '👩‍👩‍👧',
  'é',
  '1. ',
  '@**Max Member**',
  ':smile:',
  '\\frac{a}{b}',
  '…',
  '(',
  ')',
  '|a|b|\n|-|-|\n',
];

export const kinds: readonly Kind[] = [
  { name: 'prose', make: (seed) => cut(proses(60, seed).join(' ')) },
  { name: 'paragraphs', make: (seed) => cut(proses(60, seed).join('\n\n')) },
  {
    name: 'short words',
    make: lines((random) => Array.from({ length: 20 }, () => below(random, 50_000).toString(36)).join(' ')),
  },
  { name: 'letters', make: mixed(['a ', 'b ', 'c ', 'd ', 'e ']) },
  { name: 'one long word', make: (seed) => cut(seeded(seed)().toString(36).slice(2).repeat(2_000)) },
  ...runs.map((piece): Kind => ({ name: `${JSON.stringify(piece)} again and again`, make: () => many(piece) })),
  ...coloured,
  {
    name: 'formulas',
    make: mixed(['$$\\frac{a}{\\sqrt{b}}$$ ', '$$x_{i}^{2}$$ ', '$$\\sum_{n=0}^\\infty \\overbrace{a}^{b}$$ ']),
  },
  {
    name: 'a formula',
    make: (seed) =>
      `\`\`\`math\n${mixed(['\\frac{', '}', '{', 'a', '\\sqrt{', '\\begin{matrix}', '&', '\\\\'])(seed).slice(0, 900)}\n\`\`\``,
  },
  { name: 'deep quotes', make: lines((random) => `${'> '.repeat(below(random, 60))}a`) },
  {
    name: 'deep lists',
    make: lines((random, number) => `${' '.repeat(2 * (number % 40))}${pick(random, ['- ', '* ', '1. '])}a`),
  },
  {
    name: 'nested spoilers',
    make: (seed) =>
      cut(Array.from({ length: 90 }, (_, depth) => `${'`'.repeat(100 - depth)}spoiler ${seed}\n`).join('')),
  },
  { name: 'quotes in fences', make: mixed(['```quote\n', 'a **b**\n', '```\n', '~~~ spoiler c\n', '~~~\n']) },
  { name: 'native emoji', make: mixed(['👩‍👩‍👧', '🙂', '🏳️‍🌈', '1️⃣', '🇩🇪']) },
  { name: 'named emoji', make: mixed([':smile:', ':+1:', ':no_such_emoji: ', ':heart: ']) },
  {
    name: 'mentions',
    make: mixed([
      '@**Max Member** ',
      '@_**Otto Owner** ',
      '@**nobody** ',
      '@**all** ',
      '#**general** ',
      '#**general>a** ',
    ]),
  },
  {
    name: 'links',
    make: mixed([
      '[a](http://b.c/d?e=f "g") ',
      'https://example.com/a(b)c ',
      '<http://x.y> ',
      'www.a.de/ß ',
      'a@b.cd ',
    ]),
  },
  { name: 'images', make: mixed(['[a](https://b.c/d.png)\n', 'https://e.f/g.jpg\n']) },
  {
    name: 'stacked accents',
    make: (seed) =>
      cut(
        Array.from({ length: 400 }, (_, n) => `${'aeiou'[(n + seed) % 5]}${'\u0301\u0323\u0308\u031b'.repeat(4)}`).join(
          '',
        ),
      ),
  },
  { name: 'ligatures', make: mixed(['ﷺ', 'ﬃ', '㌖', '½', 'ǆ']) },
  {
    name: 'tables',
    make: (seed) => cut(`|a|b|c|\n|-|:-:|-|\n${lines((random) => `|${below(random, 9)}|**b**|\`c\\|d\`|`)(seed)}`),
  },
  {
    name: 'a wide table',
    make: () => cut(`${'|a'.repeat(500)}|\n${'|-'.repeat(500)}|\n${`${'|b'.repeat(500)}|\n`.repeat(10)}`),
  },
  { name: 'inline code', make: mixed(['`a`', '``b`', '```c``', ' ']) },
  {
    name: 'bytes',
    make: (seed) => {
      const random = seeded(seed);
      return cut(Array.from({ length: 9_000 }, () => String.fromCharCode(1 + below(random, 255))).join(''));
    },
  },
  {
    name: 'any characters',
    make: (seed) => {
      const random = seeded(seed);
      return cut(Array.from({ length: 4_000 }, () => String.fromCodePoint(0x21 + below(random, 0xd000))).join(''));
    },
  },
  { name: 'anything', make: mixed(anything) },
];
