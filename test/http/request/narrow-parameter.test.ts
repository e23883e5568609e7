import { expect } from 'chai';
import { z } from 'zod';
import { narrowParameter } from '../../../src/http/request/narrow-parameter.ts';
import { readParameters } from '../../../src/http/request/parameter-errors.ts';
import { limits } from '../../../src/vocabulary/limits.ts';

const parameters = z.object({ narrow: narrowParameter().default([]) });
const termsOf = (narrow: unknown) => {
  const read = readParameters(parameters, { narrow: JSON.stringify(narrow) });
  if (!read.ok) throw new Error(read.problem.msg);
  return read.values.narrow;
};
const problemOf = (text: string) => {
  const read = readParameters(parameters, { narrow: text });
  if (read.ok) throw new Error('not refused');
  return read.problem;
};

describe('http/narrow-parameter', () => {
  it('reads objects, negated or not, and pairs', () => {
    expect(
      termsOf([
        { operator: 'stream', operand: 4 },
        { operator: 'pm-with', operand: [1, 2], negated: true, extra: 1 },
        { operator: 'is', operand: 'private', negated: false },
        ['topic', 'x'],
        ['search', 'words'],
      ]),
    ).to.deep.equal([
      { operator: 'stream', operand: 4, negated: false },
      { operator: 'pm-with', operand: [1, 2], negated: true },
      { operator: 'is', operand: 'private', negated: false },
      { operator: 'topic', operand: 'x', negated: false },
      { operator: 'search', operand: 'words', negated: false },
    ]);
    expect(termsOf([])).to.deep.equal([]);
    const most = [
      { operator: 'pm-with', operand: Array.from({ length: limits.recipientsMax }, (_, at) => at + 1), negated: false },
      { operator: 'topic', operand: 'x'.repeat(limits.narrowOperandLengthMax), negated: false },
    ];
    expect(termsOf(most)).to.deep.equal(most);
    const none = readParameters(parameters, {});
    expect(none.ok && none.values.narrow).to.deep.equal([]);
  });

  for (const text of [
    '',
    'stream',
    '{}',
    '"x"',
    'null',
    '[1]',
    '["stream"]',
    '[["a","b","c"]]',
    '[["stream",4]]',
    '[null]',
  ])
    it(`refuses ${text || 'an empty value'}`, () => {
      expect(problemOf(text)).to.deep.include({
        status: 400,
        code: 'REQUEST_VARIABLE_INVALID',
        msg: `Bad value for 'narrow': ${text}`,
      });
    });

  const wrong: [unknown, string][] = [
    [{ operand: 'x' }, 'operator key is missing from elem'],
    [{ operator: 'stream' }, 'operand key is missing from elem'],
    [{ operator: 7, operand: 'x' }, 'elem["operator"] is not a string'],
    [{ operator: 'topic', operand: 7 }, 'elem["operand"] is not a string'],
    [{ operator: 'id', operand: 7 }, 'elem["operand"] is not a string'],
    [{ operator: 'unheard-of', operand: null }, 'elem["operand"] is not a string'],
    [{ operator: 'pm_with', operand: [7] }, 'elem["operand"] is not a string'],
    [{ operator: 'sender', operand: [7] }, 'elem["operand"] is not a string or integer'],
    [{ operator: 'stream', operand: 1.5 }, 'elem["operand"] is not a string or integer'],
    [{ operator: 'pm-with', operand: 7 }, 'elem["operand"] is not a string or an integer list'],
    [{ operator: 'pm-with', operand: ['a'] }, 'elem["operand"] is not a string or an integer list'],
    [{ operator: 'search', operand: '  ' }, 'elem["operand"] cannot be blank.'],
    [['search', ''], 'elem["operand"] cannot be blank.'],
    [{ operator: 'is', operand: 'private', negated: 'yes' }, 'elem["negated"] is not a boolean'],
    [{ operator: 'topic', operand: 'x'.repeat(10_001) }, 'elem["operand"] is too long (limit: 10000 characters)'],
    [{ operator: 'pm-with', operand: Array(201).fill(1) }, 'elem["operand"] is too long (limit: 200 items)'],
  ];
  for (const [element, msg] of wrong)
    it(`answers ${msg}: ${JSON.stringify(element).slice(0, 60)}`, () => {
      expect(problemOf(JSON.stringify([element]))).to.deep.include({ status: 400, code: 'BAD_REQUEST', msg });
    });

  it('limits the number of terms', () => {
    const terms = Array(101).fill(['topic', 'x']);
    expect(problemOf(JSON.stringify(terms)).msg).to.equal('narrow is too long (limit: 100 items)');
    expect(termsOf(terms.slice(1))).to.have.length(100);
  });
});
