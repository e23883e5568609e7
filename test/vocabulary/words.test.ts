import { expect } from 'chai';
import fc from 'fast-check';
import { parseSearch, wordsIn, wordsOf } from '../../src/vocabulary/words.ts';

describe('wordsOf', () => {
  const rows: [text: string, words: string[]][] = [
    ['', []],
    ['Hello, hello world!', ['hello', 'world']],
    ["don't foo_bar x2", ['don', 't', 'foo', 'bar', 'x2']],
    ['Ünï ﬁne １２', ['ünï', 'fine', '12']],
    ['ΟΔΟΣ ΣΑΣ', ['οδοσ', 'σασ']],
    ['你好，世界', ['你好', '世界']],
    ['हिन्दी', ['हिन्दी']],
  ];
  for (const [text, words] of rows) it(JSON.stringify(text), () => expect(wordsOf(text)).to.deep.equal(words));

  it('cuts long words and many words', () => {
    expect(wordsOf('a'.repeat(100))).to.deep.equal(['a'.repeat(64)]);
    expect(wordsOf('𝒳𐐨'.repeat(70)).map((word) => [...word].length)).to.deep.equal([64]);
    expect(wordsOf(Array.from({ length: 3000 }, (_, n) => `w${n}`).join(' '))).to.have.length(2000);
  });

  it('takes the words of ASCII as it takes those of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        const asAny = wordsOf(`${text} ü`).filter((word) => word !== 'ü');
        expect(wordsOf(text)).to.deep.equal(asAny);
      }),
    );
  });

  it('takes those of several texts together, once each', () => {
    expect(wordsIn(['one two', 'Two three', ''])).to.deep.equal(['one', 'two', 'three']);
    expect(wordsIn([])).to.deep.equal([]);
  });

  it('finds each word again by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of wordsOf(text)) expect(wordsOf(word)).to.deep.equal([word]);
      }),
    );
  });
});

describe('parseSearch', () => {
  it('takes words and quoted phrases', () => {
    expect(parseSearch('Foo "Bar  Baz" foo, qux "" " "')).to.deep.equal([
      { kind: 'phrase', text: 'bar  baz' },
      { kind: 'word', text: 'foo' },
      { kind: 'word', text: 'qux' },
    ]);
  });

  it('takes a quote without its pair for a separator', () => {
    expect(parseSearch('a "b c')).to.deep.equal(['a', 'b', 'c'].map((text) => ({ kind: 'word', text })));
  });
});
