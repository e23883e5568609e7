import { expect } from 'chai';
import { codeBlock, facts, link, paragraphs, quoted, words } from '../../src/webhooks/markdown.ts';

describe('texts of third parties in Markdown', () => {
  it('words are on one line, short, and mention nobody', () => {
    expect(words(' a\n\n b\t')).to.equal('a b');
    expect(words('x'.repeat(201))).to.equal(`${'x'.repeat(199)}…`);
    expect(words(`${'x'.repeat(198)}\u{1f600}xx`)).to.equal(`${'x'.repeat(198)}…`);
    expect(words('ask @**all** and @*ops*')).to.equal('ask @_**all** and @_*ops*');
  });

  it('a quote ends where its text ends', () => {
    expect(quoted('~~~\nx\n~~~')).to.equal('~~~~ quote\n~~~\nx\n~~~\n~~~~');
    expect(quoted(`@**all** ${'x'.repeat(3000)}`).length).to.be.below(2_100);
    expect(quoted('@**all**')).to.include('@_**all**');
  });

  it('a block ends where its text ends, however many fences the largest body holds', () => {
    expect(codeBlock('```` ```')).to.equal('`````\n```` ```\n`````');
    const text = '``` '.repeat(262_000);
    expect(codeBlock(text).length).to.equal(text.length + 10);
  });

  it('a link goes to the web, and its words do not end it', () => {
    expect(link('a [b]', 'https://x.example/(a) b')).to.equal('[a \\[b\\]](https://x.example/%28a%29%20b)');
    for (const none of [undefined, null, '', 'javascript:alert(1)', '/x']) expect(link('a', none)).to.equal('a');
  });

  it('facts and paragraphs leave out what is empty', () => {
    expect(
      facts([
        ['A', 'x'],
        ['B', ' '],
        ['C', undefined],
        ['D', null],
      ]),
    ).to.equal('* **A**: x');
    expect(paragraphs('a', '', null, undefined, 'b')).to.equal('a\n\nb');
  });
});
