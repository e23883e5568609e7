import { expect } from 'chai';
import fc from 'fast-check';
import { beginningOf, foldedIfSimple, parseSearch, stemOf, wordsIn, wordsOf } from '../../src/vocabulary/words.ts';

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

  it('cuts long words and many words (wordLengthMax, wordsMax)', () => {
    expect(wordsOf('a'.repeat(100))).to.deep.equal(['a'.repeat(64)]);
    expect(wordsOf('𝒳𐐨'.repeat(70)).map((word) => [...word].length)).to.deep.equal([64]);
    expect(wordsOf(Array.from({ length: 3000 }, (_, n) => `w${n}`).join(' '))).to.have.length(2000);
  });

  it('takes the same words from ASCII as from any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        const asAny = wordsOf(`${text} ü`).filter((word) => word !== 'ü');
        expect(wordsOf(text)).to.deep.equal(asAny);
      }),
    );
  });

  it('takes those of several texts together, once each', () => {
    expect(wordsIn(['red two', 'Two three', ''])).to.deep.equal(['red', 'two', 'three']);
    expect(wordsIn([])).to.deep.equal([]);
  });

  it('treats words of one English stem as one, and others as they are', () => {
    expect(wordsOf('Meeting, meetings, meet; relational relation')).to.deep.equal(['meet', 'relat']);
    expect(wordsOf('as is Läufe laufen2 2meetings')).to.deep.equal(['as', 'is', 'läufe', 'laufen2', '2meetings']);
  });

  it('makes a text for the index in which each word is replaced by its stem', () => {
    expect(foldedIfSimple(['Meetings, planned', 'as2 ever'])).to.equal('meetings, planned as2 ever');
    expect(foldedIfSimple(['Läufe'])).to.equal(undefined);
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii' }), (text) => {
        const words = foldedIfSimple([text])?.split(/[^a-z0-9]+/) ?? [];
        expect([...new Set(words.filter((word) => word !== '').map(stemOf))]).to.deep.equal(wordsOf(text));
      }),
    );
  });

  it('knows the common beginning of all words of a stem', () => {
    const endings = fc.constantFrom(
      ...['', 'e', 'y', 's', 'ies', 'ied', 'ing', 'ed', 'eed', 'ation', 'ational', 'ization', 'izer', 'ator'],
      ...['bly', 'ible', 'ability', 'ibilities', 'ality', 'ivity', 'ency', 'ance', 'ously', 'ical', 'icate'],
      ...['logy', 'iveness', 'fulness', 'ousness', 'ement', 'ion', 'al', 'ly', 'll', 'ating', 'bled', 'izing'],
    );
    const beginnings = fc.string({ unit: fc.constantFrom(...'abeilosty'), maxLength: 6 });
    fc.assert(
      fc.property(fc.tuple(beginnings, endings, endings), (parts) => {
        const word = parts.join('');
        expect(word.startsWith(beginningOf(stemOf(word)))).to.equal(true);
      }),
      { numRuns: 5_000 },
    );
  });

  it('finds each word again by itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        for (const word of text.split(' ')) for (const stem of wordsOf(word)) expect(wordsOf(text)).to.include(stem);
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

  it('treats an unpaired quote as a separator', () => {
    expect(parseSearch('a "b c')).to.deep.equal(['a', 'b', 'c'].map((text) => ({ kind: 'word', text })));
  });
});
