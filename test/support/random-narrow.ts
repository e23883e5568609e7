/** Random narrows, for property tests over the histories of `random-history.ts`. */
import fc from 'fast-check';
import type { NarrowTerm } from '../../src/vocabulary/narrow.ts';
import { channelIds, topics, userIds } from './random-history.ts';

const user = fc.constantFrom(...userIds);
const email = user.map((id) => `user${id}@test.example`);
const term = (operator: string, operand: fc.Arbitrary<NarrowTerm['operand']>): fc.Arbitrary<NarrowTerm> =>
  fc.record({ operator: fc.constant(operator), operand, negated: fc.nat(2).map((n) => n === 0) });

const anyTerm: fc.Arbitrary<NarrowTerm> = fc.oneof(
  { weight: 4, arbitrary: term('stream', fc.constantFrom('General', 'random', 'secret', 'archive', ...channelIds)) },
  { weight: 1, arbitrary: term('streams', fc.constant('public')) },
  { weight: 3, arbitrary: term('topic', fc.constantFrom(...topics)) },
  { weight: 2, arbitrary: term('sender', fc.oneof(user, email)) },
  { weight: 1, arbitrary: term('pm-with', fc.uniqueArray(user, { minLength: 1, maxLength: 2 })) },
  { weight: 1, arbitrary: term('group-pm-with', user) },
  {
    weight: 2,
    arbitrary: term('is', fc.constantFrom('private', 'starred', 'unread', 'mentioned', 'alerted')),
  },
  { weight: 2, arbitrary: term('has', fc.constantFrom('link', 'image', 'attachment')) },
  { weight: 1, arbitrary: term('in', fc.constantFrom('home', 'all')) },
  { weight: 1, arbitrary: term('id', fc.integer({ min: 1, max: 20 }).map(String)) },
  { weight: 1, arbitrary: term('near', fc.constant('3')) },
  {
    weight: 3,
    arbitrary: term('search', fc.constantFrom('red', 'red green', '"red green"', '"e r"', '"one-two"', 'beta', '-')),
  },
);

export const randomNarrow: fc.Arbitrary<NarrowTerm[]> = fc.array(anyTerm, { maxLength: 3 });
