import { expect } from 'chai';
import fc from 'fast-check';
import { highlightHtml, highlightText } from '../../src/rendering/highlight.ts';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { parseSearch } from '../../src/vocabulary/words.ts';
import { context, flawIn } from './support.ts';

const hit = (text: string) => `<span class="highlight">${text}</span>`;

describe('highlighting', () => {
  const texts: [text: string, search: string, html: string][] = [
    ['King hamlet & co', 'HAMLET', `King ${hit('hamlet')} &amp; co`],
    ['hamlets ham', 'ham', `hamlets ${hit('ham')}`],
    ['a<b>c', 'b', `a&lt;${hit('b')}&gt;c`],
    ['fish & chips', '"SH & ch"', `fi${hit('sh &amp; ch')}ips`],
    ['amp & lt', 'amp lt', `${hit('amp')} &amp; ${hit('lt')}`],
    ['Ünïcode', 'ünïcode', hit('Ünïcode')],
    ['abcd', '"abc" "bcd"', hit('abcd')],
    ['x', '', 'x'],
  ];
  for (const [text, search, html] of texts) {
    it(`${search} in ${text}`, () => expect(highlightText(text, parseSearch(search))).to.equal(html));
  }

  it('never marks inside a tag or a formula', () => {
    const html = '<p><a href="https://span.class/p">p class</a></p>';
    expect(highlightHtml(html, parseSearch('p class href span'))).to.equal(
      `<p><a href="https://span.class/p">${hit('p')} ${hit('class')}</a></p>`,
    );
    const formula = highlightHtml(renderMarkdown('x $$x$$', context).html, parseSearch('x'));
    expect(formula).to.match(/^<p><span class="highlight">x<\/span> /);
    expect(formula).to.include('<mi>x</mi>');
  });

  it('adds nothing but its spans', () => {
    const piece = fc.constantFrom(
      'a ',
      'b',
      '& ',
      '<a>',
      '**a** ',
      '`b`',
      ':smile:',
      '"',
      '$$a$$ ',
      '\n* a',
      'é ',
      '🙂',
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }),
        fc.array(fc.constantFrom('a', 'b', 'é', '"a b"', '"&"', 'quot', 'span'), { maxLength: 3 }),
        (pieces, terms) => {
          const { html } = renderMarkdown(pieces.join(''), context);
          const marked = highlightHtml(html, parseSearch(terms.join(' ')));
          expect(flawIn(marked), marked).to.equal(undefined);
          expect(marked.replace(/<span class="highlight">([^<]*)<\/span>/g, '$1')).to.equal(html);
        },
      ),
    );
  });
});
