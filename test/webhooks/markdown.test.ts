import { expect } from 'chai';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { json } from '../../src/webhooks/incoming/json.ts';
import { slackIncoming } from '../../src/webhooks/incoming/slack-incoming.ts';
import { codeBlock, enough, facts, link, paragraphs, quoted, words } from '../../src/webhooks/markdown.ts';
import { shortenTopic } from '../../src/webhooks/shorten-text.ts';
import { context } from '../rendering/support.ts';

const contentOf = (message: ReturnType<typeof json.message>): string => {
  if (message === null || message === 'unsupported') throw new Error('no message');
  return message.content;
};

describe('texts of third parties in Markdown', () => {
  it('words are on one line, short, and mention nobody', () => {
    expect(words(' a\n\n b\t')).to.equal('a b');
    expect(words('x'.repeat(200))).to.equal('x'.repeat(200));
    expect(words('x'.repeat(201))).to.equal(`${'x'.repeat(199)}…`);
    expect(words(`${'x'.repeat(198)}\u{1f600}xx`)).to.equal(`${'x'.repeat(198)}…`);
    expect(words('ask @**all** and @*ops*')).to.equal('ask @_**all** and @_*ops*');
  });

  it('of a text or an address that is longer than a message, the rest is not looked at', () => {
    const long = ' '.repeat(limits.contentBytesMax);
    expect(words(`a${long}b`)).to.equal('a');
    expect(link('a', `https://x.example/${long}`)).to.equal('a');
    expect(shortenTopic(`${long}b`, 'a')).to.equal('a');
  });

  it('only as many texts are made as fit into a message', () => {
    let made = 0;
    const textOf = (length: number): string => {
      made += 1;
      return 'x'.repeat(length);
    };
    expect(enough([1, 2, 3], textOf)).to.deep.equal(['x', 'xx', 'xxx']);
    const texts = enough(Array(50).fill(limits.contentBytesMax / 2), textOf);
    expect([texts.length, made]).to.deep.equal([3, 6]);
  });

  it('does not copy a payload for each of fifty fields, and reads no more text than a message may have', () => {
    const payload = { a: 'x'.repeat(100_000) };
    const listed = contentOf(json.message(payload, { options: { fields: Array(50).fill([]) } } as never));
    expect(listed.length).to.be.within(100_000, 110_000);
    const text = `${' '.repeat(100_000)}Build ${'&lt;'.repeat(100_000)}`;
    const shown = contentOf(slackIncoming.message({ text } as never, {} as never));
    expect(shown.slice(0, 7)).to.equal('Build <');
    expect(shown.length).to.be.within(limits.contentBytesMax + 1, 2 * limits.contentBytesMax);
  });

  it('a quote ends at the end of its text', () => {
    expect(quoted('~~~\nx\n~~~')).to.equal('~~~~ quote\n~~~\nx\n~~~\n~~~~');
    expect(quoted(`@**all** ${'x'.repeat(3000)}`).length).to.be.below(2_100);
    expect(quoted('@**all**')).to.include('@_**all**');
  });

  it('a block ends at the end of its text, however many fences the largest body holds', () => {
    expect(codeBlock('```` ```')).to.equal('`````\n```` ```\n`````');
    const text = '``` '.repeat(262_000);
    expect(codeBlock(text).length).to.equal(text.length + 10);
  });

  it('a link goes to the web, and its words do not end it', () => {
    expect(link('a', 'https://x.example/(a) b')).to.equal('[a](https://x.example/%28a%29%20b)');
    for (const none of [undefined, null, '', 'javascript:alert(1)', '/x']) expect(link('a', none)).to.equal('a');
  });

  it('a link shows brackets as they are written, or round ones if they would end it', () => {
    for (const [text, shown] of [
      ['[prod] Lunch [1/2] is over', '[prod] Lunch [1/2] is over'],
      ['[object Object]', '[object Object]'],
      ['a ] b [', 'a ) b ('],
      ['[see](https://y.example) it', '(see)(https://y.example) it'],
      ['[[a]]', '((a))'],
    ] as const) {
      const { html } = renderMarkdown(`**${link(text, 'https://x.example/')}**`, context);
      expect(html).to.equal(`<p><strong><a href="https://x.example/">${shown}</a></strong></p>`);
      expect(link(text, undefined)).to.equal(text);
    }
  });

  it('facts and paragraphs leave out empty values', () => {
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
