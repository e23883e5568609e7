import { expect } from 'chai';
import { foldCase, foldName } from '../../src/vocabulary/fold-case.ts';

describe('fold case', () => {
  it('makes texts equal that differ in case alone', () => {
    expect(foldCase('Ünïcode ÉTÉ')).to.equal(foldCase('üNÏCODE été'));
  });

  it('folds a part in the same way as the whole', () => {
    expect(foldCase('ΟΔΟΣ')).to.equal(`${foldCase('ΟΔΟ')}${foldCase('Σ')}`);
    expect(foldCase('οδος')).to.equal(foldCase('ΟΔΟΣ'));
  });

  it('makes names equal whose letters are the same, in whatever characters, and no others', () => {
    expect(foldName('Cafe\u0301')).to.equal(foldName('CAF\u00c9'));
    expect(foldName('\u1112\u1161\u11ab')).to.equal(foldName('\ud55c'));
    expect(foldName('H\u0331ana')).to.equal(foldName('\u1e96ana'));
    expect(foldName(foldName('H\u0331ana'))).to.equal(foldName('H\u0331ana'));
    for (const [one, other] of [
      ['Café', 'Cafe'],
      ['ﬁle', 'file'],
      ['x²', 'x2'],
    ] as const)
      expect(foldName(one)).not.to.equal(foldName(other));
  });
});
