import { expect } from 'chai';
import fc from 'fast-check';
import { editDiff } from '../../src/rendering/edit-diff.ts';
import { renderMarkdown } from '../../src/rendering/markdown.ts';
import { context, flawIn } from './support.ts';

const html = (content: string) => renderMarkdown(content, context).html;
const inserted = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
const deleted = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;

describe('editDiff', () => {
  it('marks words', () => {
    expect(editDiff(html('content before edit'), html('content after edit'))).to.equal(
      `<p>content ${deleted('before')}${inserted('after')} edit</p>`,
    );
    expect(editDiff(html('a'), html('a b c'))).to.equal(`<p>a${inserted(' b c')}</p>`);
    expect(editDiff(html('a b c'), html('a'))).to.equal(`<p>a${deleted(' b c')}</p>`);
    expect(editDiff(html('same'), html('same'))).to.equal('<p>same</p>');
  });

  it('keeps entities and elements whole', () => {
    expect(editDiff(html('a & b'), html('a < b'))).to.equal(`<p>a ${deleted('&amp;')}${inserted('&lt;')} b</p>`);
    expect(editDiff(html('hi'), html('hi @**all**'))).to.equal(
      `<p>hi${inserted(' <span class="user-mention" data-user-id="*">@all</span>')}</p>`,
    );
    expect(editDiff(html('a'), html('**a** b'))).to.equal(`<p><strong>a</strong>${inserted(' b')}</p>`);
  });

  it('wraps more than one paragraph in a div', () => {
    expect(editDiff(html('a'), html('a\n\nb'))).to.equal(`<div><p>a</p>\n<p>${inserted('b')}</p></div>`);
    expect(editDiff(html('a'), html('# a'))).to.equal('<div><h1>a</h1></div>');
  });

  it('is well-formed, and contains the new HTML', () => {
    const text = fc.array(
      fc.constantFrom(
        'a ',
        'b ',
        '**c** ',
        '\n* ',
        '\n\n',
        '`d`',
        '$$x$$ ',
        ':smile: ',
        '& ',
        '```js\nlet x\n```\n',
        '> ',
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(text, text, (before, after) => {
        const next = html(after.join(''));
        const diff = editDiff(html(before.join('')), next);
        expect(flawIn(diff), diff).to.equal(undefined);
        const tags = (source: string) => source.match(/<\/?(?!span|\/span|div|\/div)[^>]*>/g) ?? [];
        if (!next.includes('katex') && !diff.includes('katex')) expect(tags(diff)).to.deep.equal(tags(next));
      }),
    );
  });

  it('replaces everything between the common ends of very different texts', () => {
    const [a, b] = ['a', 'b'].map((letter) => Array.from({ length: 1500 }, (_, n) => `${letter}${n}`).join(letter));
    const words = (text = '') => text.replaceAll(/[0-9]+/g, '$& ');
    expect(editDiff(html(`first ${words(a)}last`), html(`first ${words(b)}last`))).to.equal(
      `<p>first ${deleted(words(a).trim())}${inserted(words(b).trim())} last</p>`,
    );
  });
});
