import { expect } from 'chai';
import { AlertWords, alertWordsAfter } from '../../src/state/alert-words.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { wordsErased } from '../support/erasure-writes.ts';
import { stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { founded } from '../support/past-events.ts';
import { alertedBy } from '../support/writes.ts';

const wordsAfter = (...events: Parameters<typeof alertedBy>[]) =>
  stateAfter([founded(), ...events.map((event) => alertedBy(...event))]).alertWords;
const found = (text: string, ...words: string[]): boolean => wordsAfter([1, words]).usersFor(text).length > 0;

describe('alert words', () => {
  it('are those that a user added and did not remove, whatever their case', () => {
    const words = wordsAfter([1, ['Lunch', 'fire drill']], [2, ['tea']], [1, ['cake'], ['LUNCH']]);
    expect(words.get(user(1))).to.deep.equal(['fire drill', 'cake']);
    expect(words.get(user(2))).to.deep.equal(['tea']);
    expect([...wordsAfter([1, ['tea']], [1, [], ['tea']])]).to.deep.equal([]);
    expect(alertWordsAfter(['a', 'b'], ['c'], ['B'])).to.deep.equal(['a', 'c']);
  });

  it('alert users of texts that contain them, each user once, in ascending order', () => {
    const words = wordsAfter([3, ['tea']], [1, ['Tea', 'cake']], [2, ['coffee']]);
    expect(words.usersFor('tea and cake')).to.deep.equal([1, 3]);
    expect(words.usersFor('TEA')).to.deep.equal([1, 3]);
    expect(words.usersFor('water')).to.deep.equal([]);
    expect(words.usersFor('')).to.deep.equal([]);
    words.set(user(1), ['water']);
    expect(words.usersFor('tea and cake')).to.deep.equal([3]);
    expect(words.usersFor('water')).to.deep.equal([1]);
    words.set(user(3), []);
    expect(words.usersFor('tea')).to.deep.equal([]);
  });

  it('are none of a user whose words are erased', () => {
    const words = stateAfter([founded(), alertedBy(1, ['tea']), alertedBy(2, ['tea']), wordsErased(1)]).alertWords;
    expect([...words.keys()]).to.deep.equal([2]);
    expect(words.usersFor('tea')).to.deep.equal([2]);
  });

  it('are found as long as another one of that length and beginning is left', () => {
    const words = wordsAfter([1, ['tea one', 'tea two', 'tea']]);
    words.set(user(1), ['tea two', 'tea']);
    expect(words.usersFor('a tea two')).to.deep.equal([1]);
    expect(words.usersFor('a tea one')).to.deep.equal([1]);
    words.set(user(1), ['tea two']);
    expect(words.usersFor('a tea one')).to.deep.equal([]);
    expect(words.usersFor('a tea two')).to.deep.equal([1]);
    words.set(user(1), []);
    expect(words.usersFor('a tea two')).to.deep.equal([]);
  });

  it('of one user are found when no other user has one of that beginning and length', () => {
    const words = wordsAfter([1, ['tea one']], [2, ['tea two']], [3, ['tea one']]);
    words.set(user(1), []);
    expect([words.usersFor('a tea one'), words.usersFor('a tea two')]).to.deep.equal([[3], [2]]);
    words.set(user(3), []);
    expect([words.usersFor('a tea one'), words.usersFor('a tea two')]).to.deep.equal([[], [2]]);
  });

  it('are found only as whole words of a text', () => {
    for (const text of [
      'tea',
      'a tea',
      '(tea)',
      '"tea"',
      'tea, now',
      'is it tea?',
      '*tea*',
      '`tea`',
      '[tea]',
      '> tea',
      'no\ntea',
    ])
      expect(found(text, 'tea'), text).to.equal(true);
    for (const text of ['team', 'oolong-tea', 'steam', 'tea-time', '@tea', 'tea/coffee', 'te a'])
      expect(found(text, 'tea'), text).to.equal(false);
  });

  it('may contain spaces and signs, and be parts of each other', () => {
    expect(found('a fire drill.', 'fire drill')).to.equal(true);
    expect(found('fire  drill', 'fire drill')).to.equal(false);
    expect(found('what of C++?', 'c++')).to.equal(true);
    expect(found('what of C?', 'c++')).to.equal(false);
    expect(found('#urgent', '#urgent')).to.equal(true);
    expect(found('ΟΔΟΣ', 'οδος')).to.equal(true);
    expect(found('日本', '日本')).to.equal(true);
    const words = wordsAfter([1, ['fire']], [2, ['fire drill']], [3, ['fire dr']]);
    expect(words.usersFor('fire drill')).to.deep.equal([1, 2]);
    words.set(user(1), []);
    expect(words.usersFor('fire drill')).to.deep.equal([2]);
  });

  it(`are looked up at most ${limits.alertLookupsMax} times, except at the last position`, () => {
    const words = new AlertWords();
    words.set(
      user(1),
      Array.from({ length: 50 }, (_, at) => `a${' a'.repeat(at + 1)}b`),
    );
    words.set(user(2), ['end']);
    const ending = (count: number) => `${'a '.repeat(count)}end`;
    expect(words.usersFor(ending(limits.alertLookupsMax / 50 - 1))).to.deep.equal([2]);
    expect(words.usersFor(ending(limits.alertLookupsMax / 50 + 1))).to.deep.equal([]);
  });
});
