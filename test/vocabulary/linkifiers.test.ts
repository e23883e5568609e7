import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { addressOf, compilePattern, urlFormatFault } from '../../src/vocabulary/linkifiers.ts';

describe('the pattern of a linkifier', () => {
  for (const [pattern, text, groups] of [
    ['#(?P<id>[0-9]{2,8})', '#123, and', { id: '123' }],
    ['(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)', 'a/bc#7', { org: 'a', repo: 'bc', id: '7' }],
    ['T(?P<id>\\d{1,6})', 'T12', { id: '12' }],
    ['a-b_c d:(?P<x>\\w+)-(?P<y>\\w*)', 'a-b_c d:e-', { x: 'e', y: '' }],
    ['(?P<id>(a+)+)', 'aaaa', { id: 'aaaa' }],
    ['!(?P<id>[^ ]+)', '!ünï x', { id: 'ünï' }],
  ] as const)
    it(`${pattern} matches ${text}`, () => {
      const match = compilePattern(pattern)?.match(text);
      for (const [name, value] of Object.entries(groups)) expect(match?.group(name)).to.equal(value);
      expect(match?.group('other')).to.equal(undefined);
    });

  it('matches only at the beginning, and not if the word continues', () => {
    const pattern = compilePattern('#(?P<id>[0-9]+)');
    expect(pattern?.prefix).to.equal('#');
    expect(pattern?.match('#12')?.length).to.equal(3);
    for (const text of [' #12', '#12x', '#12_', '#12é', '#', ''])
      expect(pattern?.match(text), text).to.equal(undefined);
  });

  for (const pattern of [
    '',
    '#[0-9]+',
    '#(?P<id>x',
    '(?P<id>a)\\1)',
    '(?=a)(?P<id>.)',
    '#(?P<id>a(?=b))',
    '#(?P<id>[0-9])x',
    '?(?P<id>a)',
    '#(?P<id>a)(?P<id>b)',
  ])
    it(`is not ${pattern.slice(0, 40)}`, () => expect(compilePattern(pattern)).to.equal(undefined));

  it('has a limited length (linkifierPatternLengthMax)', () => {
    const isPattern = (length: number) => compilePattern(`(?P<${'i'.repeat(length - 7)}>a)`) !== undefined;
    const max = limits.linkifierPatternLengthMax;
    expect([max, max + 1].map(isPattern)).to.deep.equal([true, false]);
  });

  it('has a program of a limited size (linkifierSizeMax)', () => {
    expect(compilePattern('(?P<id>a{50})')?.size).to.be.at.most(limits.linkifierSizeMax);
    expect(compilePattern('(?P<id>(?:a{50}b{50}){3})')).to.equal(undefined);
    expect(compilePattern('(?P<id>((a{10}){10}){10})')).to.equal(undefined);
  });

  it('takes time in proportion to the text, even if backtracking engines would never end', () => {
    const text = 'a'.repeat(5_000);
    for (const pattern of ['(?P<id>(a+)+)b)', '(?P<id>(a|a)*)b)', '(?P<id>(?:a?){20}(?:a){20}b)'])
      expect(compilePattern(pattern)?.match(text)).to.equal(undefined);
    expect(compilePattern('(?P<id>(a|a|aa)*b)')?.match(text)).to.equal(undefined);
  });
});

describe('the address of a linkifier', () => {
  const pattern = '#(?P<id>[0-9]+)(?P<more>x?)';
  it('names groups of the pattern', () => {
    for (const format of [
      'https://t.example/%(id)s',
      'http://t.example/?a=%(id)s&b=%(more)s#%(id)s',
      'https://t/%(id)s/x',
    ])
      expect(urlFormatFault(format, pattern), format).to.equal(undefined);
    for (const format of [
      'https://t.example/',
      'https://t.example/%(other)s',
      'https://t.example/%(id)',
      'https://t/%(id)s%s',
    ])
      expect(urlFormatFault(format, pattern), format).to.equal('format');
    for (const format of [
      '',
      'x',
      'javascript:%(id)s',
      'https://%(id)s.example',
      'https://t.example/ %(id)s',
      'https:///%(id)s',
    ])
      expect(urlFormatFault(format, pattern), format).to.equal('url');
  });

  it('has what they matched', () => {
    const match = compilePattern(pattern)?.match('#12');
    expect(match && addressOf('https://t/%(id)s-%(more)s?%(id)s', match)).to.equal('https://t/12-?12');
  });
});
