import { expect } from 'chai';
import { stateAfter } from '../support/given.ts';
import { presenceTold } from '../support/writes.ts';

describe('presence', () => {
  it('is that of the newest event of a user', () => {
    const one = { client: 'web', status: 'active', at: 1 } as const;
    const other = { client: 'phone', status: 'idle', at: 2 } as const;
    const { presence } = stateAfter([presenceTold(3, one), presenceTold(4, one), presenceTold(3, one, other)]);
    expect([...presence]).to.deep.equal([
      [3, [one, other]],
      [4, [one]],
    ]);
  });
});
