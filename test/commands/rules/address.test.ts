import { expect } from 'chai';
import { isAddress, isDomain } from '../../../commands/rules/address.ts';

/** A domain of so many characters, in labels of at most 61. */
const domainOf = (length: number) => `${'d'.repeat(61)}.`.repeat(4).padEnd(length, 'e').slice(0, length);

describe('address', () => {
  for (const address of ['a@b', 'a.b+c@d-e.f', `${'l'.repeat(64)}@b`, `a@${domainOf(252)}`])
    it(`may be '${address.slice(0, 30)}' (${address.length})`, () => {
      expect(isAddress(address)).to.equal(true);
    });

  for (const address of ['@b', 'a@', 'a', `${'l'.repeat(65)}@b`, `a@${domainOf(253)}`, 'a@-b', 'a@b-', 'é@b', 'a@b..c'])
    it(`may not be '${address.slice(0, 30)}' (${address.length})`, () => {
      expect(isAddress(address)).to.equal(false);
    });
});

describe('domain', () => {
  it('has at most 254 characters', () => {
    expect(isDomain(domainOf(254))).to.equal(true);
    expect(isDomain(domainOf(255))).to.equal(false);
  });
});
