import { expect } from 'chai';
import { fullNameRefusal } from '../../../commands/rules/full-name.ts';

describe('full name', () => {
  for (const name of [
    'Jo',
    'Ōlāf O’Neil-Smith III',
    '王小明',
    'a|b',
    'Jo|12x',
    '12',
    '😀😀',
    'n'.repeat(100),
    '😀'.repeat(100),
  ])
    it(`may be '${name.slice(0, 20)}'`, () => {
      expect(fullNameRefusal(name)).to.equal(undefined);
    });

  for (const [name, code] of [
    ['', 'name-too-short'],
    ['😀', 'name-too-short'],
    ['n'.repeat(101), 'name-too-long'],
    ['a*b', 'name-characters'],
    ['a`b', 'name-characters'],
    ['a\\b', 'name-characters'],
    ['a>b', 'name-characters'],
    ['a"b', 'name-characters'],
    ['a@b', 'name-characters'],
    ['a\nb', 'name-characters'],
    ['a\u202eb', 'name-characters'],
    ['a\u2028b', 'name-characters'],
    ['Jo|12', 'name-format'],
  ] as const)
    it(`may not be ${JSON.stringify(name.slice(0, 20))}`, () => {
      expect(fullNameRefusal(name)?.code).to.equal(code);
    });
});
