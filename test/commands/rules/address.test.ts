import { expect } from 'chai';
import { isAddress, isAddressAdmitted, isDomain } from '../../../commands/rules/address.ts';
import { stateAfter } from '../../support/given.ts';
import { founded } from '../../support/past-events.ts';
import { domainAdded, domainChanged, settingsChanged } from '../../support/writes.ts';

/** A domain of this many characters, in labels of at most 61. */
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
  it('has at most 254 characters (emailLengthMax)', () => {
    expect(isDomain(domainOf(254))).to.equal(true);
    expect(isDomain(domainOf(255))).to.equal(false);
  });

  it('has labels of at most 63 characters', () => {
    const [label, longer] = ['d'.repeat(63), 'd'.repeat(64)];
    const found = [label, `${label}.${label}`, longer, `${longer}.${label}`, `${label}.${longer}`].map(isDomain);
    expect(found).to.deep.equal([true, true, false, false, false]);
  });
});

describe('an address that the organization admits', () => {
  const domains = [domainAdded(1, 'a.example'), domainAdded(2, 'b.example'), domainChanged('b.example', true)];
  const restricted = settingsChanged({ emails_restricted_to_domains: true });
  const admitted = (address: string, ...past: Parameters<typeof stateAfter>[0]) =>
    isAddressAdmitted(stateAfter([founded(), ...past]), address);

  it('has one of its domains, if it restricts them', () => {
    for (const address of ['x@a.example', 'x@A.Example', 'x@b.example', 'x@c.b.example'])
      expect(admitted(address, ...domains, restricted), address).to.equal(true);
    for (const address of ['x@c.a.example', 'x@xb.example', 'x@example', 'a.example@c.example'])
      expect(admitted(address, ...domains, restricted), address).to.equal(false);
  });

  it('may be any address if it restricts nothing, or has no domains', () => {
    expect(admitted('x@c.example', ...domains)).to.equal(true);
    expect(admitted('x@c.example', restricted)).to.equal(true);
  });
});
