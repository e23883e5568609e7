import { expect } from 'chai';
import { foldCase } from '../../src/vocabulary/fold-case.ts';

describe('fold case', () => {
  it('makes texts equal that differ in case alone', () => {
    expect(foldCase('Ünïcode ÉTÉ')).to.equal(foldCase('üNÏCODE été'));
  });

  it('folds a part in the same way as the whole', () => {
    expect(foldCase('ΟΔΟΣ')).to.equal(`${foldCase('ΟΔΟ')}${foldCase('Σ')}`);
    expect(foldCase('οδος')).to.equal(foldCase('ΟΔΟΣ'));
  });
});
