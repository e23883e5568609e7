/** HTML of third parties as Markdown. */
import { expect } from 'chai';
import fc from 'fast-check';
import { htmlWords } from '../../src/webhooks/html-words.ts';

const cases: readonly (readonly [html: string, shown: string])[] = [
  ['<div>Two  words\nand more</div>\n<div><br></div>\n<div></div><DIV>Next</DIV>', 'Two words and more\nNext'],
  ['<p>One</p><ul><li>a</li><li><b>b</b></li></ul><p>Two</p>', 'One\n* a\n* b\n\nTwo'],
  [
    'see <a href="https://x.example/?a=1&amp;b=2" target=_blank>the <i>page</i></a>.',
    'see [the page](https://x.example/?a=1&b=2).',
  ],
  ["<a href='mailto:x@y.example'>mail</a> <a name=top>top</a></a>", 'mail top'],
  ['<div><img class="inline" src="https://x.example/a.png"></div>', '[image](https://x.example/a.png)'],
  ['<p>1 &lt; 2 &amp;&amp; &quot;3&quot;&nbsp;&#39;&#x263A;&hearts; &bogus;</p>', '1 < 2 && "3" \'☺&hearts; &bogus;'],
  ['a < b and <mail@x.example> &amp; c', 'a < b and <mail@x.example> &amp; c'],
  ['<p>&#0;&#xD800;&#128512;</p>', '\ufffd\ufffd\u{1f600}'],
  ['<div>open', 'open'],
];

describe('the words of HTML', () => {
  for (const [html, shown] of cases)
    it(`are extracted from ${JSON.stringify(html)}`, () => expect(htmlWords(html)).to.equal(shown));

  it('are extracted from any input', () => {
    const piece = fc.constantFrom(
      '<a href="',
      '<img src="',
      '">',
      '</a>',
      '<li>',
      '<div',
      '>',
      '&#1114112;',
      '&#xfffff;',
      '"',
      ' ',
      'x',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        expect(htmlWords(pieces.join(''))).to.be.a('string');
      }),
    );
  });

  it('are not read much further than a quote shows', () => {
    expect(htmlWords(`<p>${'x'.repeat(1_000_000)}</p>`).length).to.be.below(20_001);
  });
});
