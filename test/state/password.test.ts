import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { passwordHash } from '../../src/state/password.ts';
import { recorded } from '../support/given.ts';
import { passwordSet } from '../support/writes.ts';

describe('the password of a person', () => {
  it('is the newest that was set, or none', () => {
    expect(foldAggregate(passwordHash, [])).to.deep.equal({ hash: undefined, signature: undefined });
    const set = recorded([passwordSet(1, 'first'), passwordSet(1, 'second')]);
    expect(foldAggregate(passwordHash, set)).to.deep.equal({ hash: 'second', signature: undefined });
  });
});
