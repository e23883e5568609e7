/**
 * Goal: whatever is written, the HTML holds no tag or attribute that is not ours and every element is closed. Method: a
 * scanner that knows what we may make, over random mixtures of everything the dialect gives a meaning, and over texts
 * built to exhaust a parser. Time is not asserted, but a runaway would stop the suite.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { anyCharacter } from '../support/any-character.ts';
import { withLimits } from '../support/lower-limits.ts';
import { context, flawIn } from './support.ts';

const signs = [
  ...'[]()!*_~`<>#$\\@&;:|-+=.,"\'/{}^ \n\tax19',
  ...[
    '**',
    '~~',
    '```',
    '~~~',
    '$$',
    '](',
    '![',
    '@**',
    '@_**',
    '#**',
    '<time:',
    '    ',
    '\n\n',
    '\n> ',
    '\n- ',
    '\n1. ',
    '\n```',
  ],
  ...[
    '```quote\n',
    '```spoiler ',
    '```math\n',
    '```js\n',
    'a|b\n-|-\n',
    '@**King Hamlet**',
    '#**Denmark>',
    ':smile:',
    '🙂',
    '\u200d',
    '\ufe0f',
  ],
  ...[
    'https://x.y/',
    'www.x.y',
    'a@b.cd',
    'javascript:',
    'data:',
    '<script>',
    '<img src=x onerror=y>',
    '" onclick="',
    '&quot;',
    '&#106;',
    '&lt;',
  ],
  ...[
    '\\frac{',
    '\\def\\a{\\a}\\a',
    '\\href{javascript:x}{y}',
    '\\htmlStyle{x}',
    '\\color{red"',
    '\\text{<b>',
    '\ud800',
    '\u0000',
    '\u2028',
  ],
];
const anything = fc.array(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...signs) }, fc.string({ unit: anyCharacter, maxLength: 5 })),
  { maxLength: 30 },
);
const linkifiers = [{ pattern: '#(?P<id>[^ ]+)', urlFormat: 'https://t.example/%(id)s' }];

describe('safety of the HTML', () => {
  it('writes nothing to the console, because the log of the service must not contain text of messages', () => {
    const logged: unknown[] = [];
    const { log, warn, error } = console;
    const hear = (...words: unknown[]): void => void logged.push(words);
    Object.assign(console, { log: hear, warn: hear, error: hear });
    try {
      const formulas = ['\\message{{"level":50}}', '\\errmessage{a}', '\\show\\frac', '\\text{😀}', '😀', '\\frac'];
      for (const formula of formulas) renderMarkdown(`$$${formula}$$`, context);
      expect(console.log).to.equal(hear);
    } finally {
      Object.assign(console, { log, warn, error });
    }
    expect(logged).to.deep.equal([]);
  });

  it('contains no markup of the user, and is balanced', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), (pieces, linked) => {
        const content = pieces.join('');
        const { html } = renderMarkdown(content, linked ? { ...context, linkifiers } : context);
        expect(flawIn(html), html).to.equal(undefined);
        expect(html).to.match(/\S$/);
      }),
      { numRuns: 1500 },
    );
  });

  it('is the same every time', () => {
    fc.assert(
      fc.property(anything, (pieces) => {
        const content = pieces.join('');
        expect(renderMarkdown(content, context)).to.deep.equal(renderMarkdown(content, context));
      }),
    );
  });

  const long = 10_000;
  const units = [
    '[',
    '*',
    '`',
    '>',
    '$',
    '\\',
    '@**',
    '#**',
    '<time:',
    '~~',
    '![',
    '[a](',
    '**a',
    'a*b',
    '$$a',
    '&#',
    ':a',
    '> - ',
    '- ',
    '- a\n',
    '> a\n',
  ];
  const blocks = [
    '```\n',
    '```quote\n',
    '```spoiler x\n',
    '```math\n',
    '~~~ quote\n```quote\n',
    'a|b\n-|-\n',
    '1) a\n',
    '🙂',
    'http://',
    'www.a ',
    'a@b.co ',
    '\ud800',
    '\t',
    '\n',
  ];
  for (const unit of [...units, ...blocks]) {
    it(`survives ${long} characters of ${JSON.stringify(unit)}`, () => {
      const { html } = renderMarkdown(unit.repeat(long / unit.length), context);
      expect(flawIn(html)).to.equal(undefined);
      expect(Buffer.byteLength(html)).to.be.at.most(limits.htmlBytesMax);
    });
  }

  const built: Record<string, string> = {
    'lists in lists': Array.from({ length: 98 }, (_, depth) => `${'  '.repeat(depth)}- a\n`).join(''),
    'fractions in fractions': `$$${'\\frac{1}{'.repeat(100)}x${'}'.repeat(100)}$$`,
    'a thousand braces': `\`\`\`math\n${'{'.repeat(4900)}${'}'.repeat(4900)}\n\`\`\``,
    'a macro that calls itself': '$$\\def\\a{\\a\\a}\\a$$',
    'macros that multiply':
      '$$\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b}\\c\\c\\c\\c\\c\\c\\c$$',
    'a huge rule': '$$\\rule{9999em}{9999em}\\raisebox{9999em}{x}$$',
    'a table that fills up': `|${'a|'.repeat(1000)}\n|${'-|'.repeat(1000)}\n${'a\n'.repeat(2900)}`,
    'a long run of letters in code': `\`\`\`java\n${'a'.repeat(9900)}\n\`\`\``,
    'many formulas': '$$a$$ '.repeat(1600),
  };
  for (const [title, content] of Object.entries(built)) {
    it(`survives ${title} (htmlBytesMax)`, () => {
      const { html } = renderMarkdown(content, context);
      expect(flawIn(html)).to.equal(undefined);
      expect(Buffer.byteLength(html)).to.be.at.most(limits.htmlBytesMax);
    });
  }

  it('does not colour code with a long run of possible letters', () => {
    const coloured = (run: string): boolean =>
      renderMarkdown(`\`\`\`php\n$a = 1; ${run}\n\`\`\``, context).html.includes('hljs-');
    for (const unit of ['a', 'éA', 'ÿ']) {
      expect(coloured(unit.repeat(100 / unit.length)), unit).to.equal(false);
      expect(coloured(unit.repeat(98 / unit.length)), unit).to.equal(true);
    }
  });

  it('shows HTML up to its limit, which grows with the text, and escaped text beyond it (htmlBytesBase, htmlBytesPerByte)', () => {
    // Rows of a table and emoji make the most of a text; words after them raise the limit.
    const content = (rows: number, words: number) =>
      `a|b|c\n-|-|-\n${'x\n'.repeat(rows)}\n${':a:'.repeat(300)}${' word'.repeat(words)}`;
    const sizeOf = (rows: number, words: number): number => {
      const { html } = renderMarkdown(content(rows, words), context);
      return html.startsWith('<table>') ? Buffer.byteLength(html) : Number.POSITIVE_INFINITY;
    };
    for (const words of [0, 100]) {
      const row = sizeOf(11, words) - sizeOf(10, words);
      let [rows, tooMany] = [10, 20];
      while (sizeOf(tooMany, words) < Number.POSITIVE_INFINITY) tooMany *= 2;
      while (tooMany - rows > 1) {
        const middle = Math.floor((rows + tooMany) / 2);
        if (sizeOf(middle, words) < Number.POSITIVE_INFINITY) rows = middle;
        else tooMany = middle;
      }
      const limit = (count: number): number =>
        limits.htmlBytesBase + limits.htmlBytesPerByte * Buffer.byteLength(content(count, words));
      expect(sizeOf(rows, words)).to.be.at.most(limit(rows));
      expect(sizeOf(rows, words) + row).to.be.above(limit(rows + 1));
    }
  });

  it('falls back to escaped text if the HTML is too large, and still has the mentions', () => {
    const content = (br: string) => `@**King Hamlet**${br}${br}a|b|c${br}-|-|-${br}${`x${br}`.repeat(4000)}y`;
    const rendered = renderMarkdown(content('\n'), context);
    expect(rendered.html === `<p>${content('<br>\n')}</p>`, rendered.html.slice(0, 300)).to.equal(true);
    expect(rendered.mentioned).to.deep.equal([10]);
  });

  const many: Record<string, string> = {
    'emoji names': ':a:'.repeat(1600),
    'emoji characters': '🙂'.repeat(1200),
    formulas: '$$x^2$$ '.repeat(40).repeat(3),
    'one formula': `$$${'x^2+'.repeat(240)}y$$`,
    'coloured code': `\`\`\`js\n${'1;'.repeat(1400)}\n\`\`\``,
    'nothing else': ':a:',
  };
  for (const [title, content] of Object.entries(many)) {
    it(`is bounded in proportion to the text, and keeps other markup: ${title} (elementBytesBase, elementBytesPerByte)`, () => {
      const { html } = renderMarkdown(`*here*\n\n${content}`, context);
      const bytes = Buffer.byteLength(content);
      expect(flawIn(html)).to.equal(undefined);
      expect(Buffer.byteLength(html)).to.be.at.most(
        limits.elementBytesBase + (limits.elementBytesPerByte + 3) * bytes + 100,
      );
      expect(html).to.match(/^<p><em>here<\/em><\/p>/);
    });
  }

  it('shows the source if there is no room for the HTML', () => {
    const names = renderMarkdown(':a:'.repeat(3000), context).html;
    expect(names).to.match(/^<p><span aria-label="a" .*<\/span>(:a:)+<\/p>$/);
    const characters = renderMarkdown('🙂'.repeat(2000), context).html;
    expect(characters).to.match(/^<p><span aria-label="smile" .*<\/span>(🙂)+<\/p>$/u);
    expect(renderMarkdown(`$$${'x^2+'.repeat(240)}y$$`, context).html).to.match(/^<p><span class="tex-error">\$\$x/);
  });

  it('is more limited in some places, and then contains the whole text (channelDescriptionHtmlBytesMax)', () => {
    const longest = '"'.repeat(1024);
    const limited = { ...context, htmlBytesMax: limits.channelDescriptionHtmlBytesMax };
    expect(renderMarkdown(longest, limited).html).to.equal(`<p>${'&quot;'.repeat(1024)}</p>`);
    const { html } = renderMarkdown(`$$${'x^2+'.repeat(200)}y$$`, limited);
    expect(Buffer.byteLength(html)).to.be.at.most(limits.channelDescriptionHtmlBytesMax);
    const cells = `a|b|c\n-|-|-\n${'x\n'.repeat(500)}`;
    expect(renderMarkdown(cells, limited).html).to.match(/^<p>a\|b\|c<br>\n/);
  });

  it('shows a table with too many cells as a paragraph (tableCellsMax)', () =>
    withLimits({ tableCellsMax: 40 }, () => {
      const table = (rows: number) => renderMarkdown(`a|b|c|d\n-|-|-|-\n${'x\n'.repeat(rows)}`, context).html;
      expect(table(8)).to.match(/^<table>/);
      expect(table(9)).to.match(/^<p>a\|b\|c\|d<br>/);
    }));

  it('loses no text if quotes are nested too deeply (blockDepthMax, inlineDepthMax)', () => {
    expect(renderMarkdown(`${'>'.repeat(60)} the end`, context).html).to.include('the end</p>');
    const list = Array.from({ length: 40 }, (_, depth) => `${'  '.repeat(depth)}- item${depth}`).join('\n');
    const { html } = renderMarkdown(`${list}\n- last`, context);
    for (let depth = 0; depth < 40; depth++) expect(html).to.include(`item${depth}`);
    expect(html).to.include('<li>last</li>');
  });
});
