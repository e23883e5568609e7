import { expect } from 'chai';
import { limits } from '../../src/vocabulary/limits.ts';
import { isWeakPassword } from '../../src/vocabulary/passwords.ts';

const own = ['Nora.Newcomer@test.example', 'Nora Newcomer'];

describe('a password', () => {
  for (const weak of [
    '',
    'aB3$x7.',
    'aaaaaaaaaaaa',
    'abababab',
    'Password1',
    ' 12345678 ',
    'nora newcomer',
    'nora.newcomer',
  ])
    it(`'${weak}' is too weak`, () => {
      expect(isWeakPassword(weak, own)).to.equal(true);
    });

  it('is strong enough from the minimum length on (passwordLengthMin)', () => {
    const long = 'aB3$x7.q'.padEnd(limits.passwordLengthMin, 'z');
    expect([isWeakPassword(long, own), isWeakPassword(long.slice(0, -1), own)]).to.deep.equal([false, true]);
    for (const good of ['correct horse', 'пароль-на-русском', 'nora newcomer 7'])
      expect(isWeakPassword(good, own)).to.equal(false);
  });
});
