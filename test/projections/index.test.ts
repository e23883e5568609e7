import { expect } from 'chai';
import { projections } from '../../projections/index.ts';

describe('the list of read models', () => {
  it('has names that every store accepts, each once', () => {
    const names = projections.map(({ name }) => name);
    expect(names.filter((name) => !/^[A-Za-z][A-Za-z0-9_]*$/.test(name))).to.deep.equal([]);
    expect(new Set(names).size).to.equal(names.length);
  });
});
