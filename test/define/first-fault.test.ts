/** Of a list of faulty values one fault is found. All of twenty thousand would hold the event loop. */
import { expect } from 'chai';
import { z } from 'zod';
import { Principals } from '../../commands/rules/principals.ts';
import { ProfileValue } from '../../commands/rules/profile-values.ts';
import { listToFirstFault } from '../../src/define/first-fault.ts';
import { dict, json } from '../../src/http/request/parameters.ts';

const faults = Array<boolean>(1_000).fill(true);
const faultsByKey = Object.fromEntries(faults.map((fault, at) => [`key ${at}`, fault]));

/** The places of the faults as zod reports them; for a union, by branches. */
const placesOf = (schema: z.ZodType, value: unknown): unknown =>
  schema
    .safeParse(value)
    .error?.issues.map((issue) =>
      issue.code === 'invalid_union' ? issue.errors.map((branch) => branch.map(({ path }) => path)) : issue.path,
    );

describe('faults in lists', () => {
  it('are reported only for the first faulty item, with its index', () => {
    const list = listToFirstFault(z.array(z.int()).max(1_001));
    expect(placesOf(list, [1, 2, ...faults.slice(3)])).to.deep.equal([[2]]);
    expect(list.parse([1, 2, 3])).to.deep.equal([1, 2, 3]);
    expect(list.safeParse(Array(1_002).fill(1)).error?.issues[0]?.code).to.equal('too_big');
    expect(list.safeParse('1').error?.issues[0]?.code).to.equal('invalid_type');
  });

  it('are reported once for each list in a parameter', () => {
    expect(placesOf(json(z.array(z.int())), JSON.stringify(faults))).to.deep.equal([[0]]);
    expect(placesOf(json(dict(z.int())), JSON.stringify(faultsByKey))).to.deep.equal([['key 0']]);
    expect(placesOf(Principals, faults)).to.deep.equal([[[[0]], [[0]]]]);
    expect(placesOf(ProfileValue, faults)).to.deep.equal([[[[]], [[0]], [[]]]]);
  });
});
