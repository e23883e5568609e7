import { expect } from 'chai';
import { FormTexts, memoryOf } from '../../src/feed/form-texts.ts';

describe('the texts of a client event', () => {
  it('are made once for each form', () => {
    const texts = new FormTexts();
    expect(texts.once('plain', () => 'one')).to.equal('one');
    expect(texts.once('plain', () => 'two')).to.equal('one');
    expect(texts.once('slim', () => 'three')).to.equal('three');
  });

  it('are counted in bytes, which are reported', () => {
    const texts = new FormTexts();
    const grown: number[] = [];
    texts.once('plain', () => 'not told');
    texts.onGrown = (bytes) => grown.push(bytes);
    texts.once('slim', () => 'seven c');
    texts.once('slim', () => 'again');
    texts.once('bulk', () => '茶茶');
    expect(texts.bytes).to.equal(8 + 7 + 4);
    expect(grown).to.deep.equal([7, 4]);
  });

  it('are made again after they were forgotten, and their bytes are given back', () => {
    const texts = new FormTexts();
    texts.once('plain', () => 'old');
    texts.forget();
    expect(texts.bytes).to.equal(0);
    const grown: number[] = [];
    texts.onGrown = (bytes) => grown.push(bytes);
    expect(texts.once('plain', () => 'newer')).to.equal('newer');
    texts.forget();
    expect(grown).to.deep.equal([5, -5]);
  });

  it('take two bytes for each character if one of them is outside Latin-1', () => {
    expect(['', 'abc', 'caf\u00e9', '\u00ff', '\u0100', 'a\u0100'].map(memoryOf)).to.deep.equal([0, 3, 4, 1, 2, 4]);
  });
});
