import { expect } from 'chai';
import { inParts } from '../../src/vocabulary/in-parts.ts';
import { user } from '../support/organization.ts';

const users = (count: number) => Array.from({ length: count }, (_, index) => user(index));

describe('users in parts', () => {
  for (const [count, lengths] of [
    [0, []],
    [1, [1]],
    [500, [500]],
    [501, [500, 1]],
    [1000, [500, 500]],
  ] as const)
    it(`are ${lengths.length} for ${count}, in the same order`, () => {
      expect(inParts(users(count)).map((part) => part.length)).to.deep.equal(lengths);
      expect(inParts(users(count)).flat()).to.deep.equal(users(count));
    });
});
