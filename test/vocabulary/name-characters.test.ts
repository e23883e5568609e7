import { expect } from 'chai';
import fc from 'fast-check';
import { hasUnfitCharacters, withFitCharacters } from '../../src/vocabulary/name-characters.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('the characters of a name', () => {
  const isFit = (name: string): boolean => !hasUnfitCharacters(name);

  it('do not split the text around it, and do not change its direction', () => {
    for (const character of ['\n', '\t', '\u0085', '\u2028', '\u2029', '\u202e', '\u2066', '\ud800'])
      for (const name of [`a${character}b`, `😀${character}`])
        expect(isFit(name), JSON.stringify(name)).to.equal(false);
  });

  it('are all visible in scripts that need no others, so that two names look different', () => {
    for (const invisible of [
      '\u00ad',
      '\u034f',
      '\u17b4',
      '\u200b',
      '\u200d',
      '\u200e',
      '\u2060',
      '\ufe0f',
      '\ufeff',
      '\u{e0041}',
    ])
      for (const name of ['general', 'Ωmega 1', 'общий', '会议', '회의', 'ミーティング', '#'])
        expect(isFit(`${name}${invisible}`), JSON.stringify(name + invisible)).to.equal(false);
    for (const blank of ['\u200b', '\u115f', '\u3164', '\uffa0']) expect(isFit(blank)).to.equal(false);
  });

  it('may be invisible if letters and emoji need them', () => {
    for (const name of [
      'می\u200cخواهم',
      'שלום\u200f!',
      'क्\u200dष',
      'ការ\u200bងារ',
      '👩\u200d💻',
      '❤\ufe0f',
      '1\ufe0f\u20e3',
    ])
      expect(isFit(name), name).to.equal(true);
  });

  it('are permitted ones in every corrected text, and a text without others stays the same', () => {
    const text = fc.string({ unit: anyCharacter, maxLength: 20 });
    fc.assert(fc.property(text, (one) => isFit(withFitCharacters(one))));
    for (const name of ['a b', '👩\u200d💻', 'می\u200cخواهم']) expect(withFitCharacters(name)).to.equal(name);
    expect(withFitCharacters(' gen\u200beral\r\n\u202e1 ')).to.equal('general 1');
  });
});
