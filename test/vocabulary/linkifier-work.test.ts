import { expect } from 'chai';
import { RE2JS } from 're2js';
import { limits } from '../../src/vocabulary/limits.ts';
import { charactersFolded, writtenOutSize } from '../../src/vocabulary/linkifier-work.ts';
import { compilePattern } from '../../src/vocabulary/linkifiers.ts';

const group = (pattern: string): string => `#(?P<id>${pattern})`;

describe('the work of compiling the pattern of a linkifier', () => {
  it('is about what its repetitions come to, however they are nested and hidden', () => {
    for (const pattern of [
      'x{100}',
      'x{1,100}',
      'x{100,}?',
      '(?:(?:a{10}){10}){5}',
      '(?:(?:ab|c){20}d?){10}',
      '[)]{90}',
      '[^\\]{}]{90}',
      '[]a]{90}',
      '[[:alpha:])]{90}',
      '\\){90}',
      '\\pL{90}',
      '\\p{Greek}{90}',
      '\\x{41}{90}',
      '\\Q[(\\E{90}',
      '(?:\\Q)\\E[(]{9}){30}',
    ]) {
      const { length } = pattern;
      const size = RE2JS.compile(pattern).programSize();
      // An element that may be absent takes two instructions, and so does a group.
      expect(writtenOutSize(pattern), pattern).to.be.within((size - length) / 3, 2 * size + length);
    }
  });

  it('is limited before it is done (linkifierWrittenOutMax)', () => {
    const written = (count: number) => group(`(?:x{${count / 4}}){4}`);
    expect(writtenOutSize(written(limits.linkifierWrittenOutMax - 40))).to.be.within(1, limits.linkifierWrittenOutMax);
    for (const pattern of [
      written(limits.linkifierWrittenOutMax + 4),
      group('x{1000}'.repeat(26)),
      group('x{0,1000}'.repeat(20)),
      group('((a{10}){10}){10}'.repeat(10)),
    ]) {
      expect(writtenOutSize(pattern)).to.be.above(limits.linkifierWrittenOutMax);
      expect(compilePattern(pattern)).to.equal(undefined);
    }
  });

  it('is limited for ranges of characters whose case is ignored (linkifierCharactersFoldedMax)', () => {
    const range = (from: number, to: number) => `[\\x{${from.toString(16)}}-\\x{${to.toString(16)}}]`;
    const [first, last] = [0x100, 0x100 + limits.linkifierCharactersFoldedMax];
    expect(compilePattern(group(`(?i)${range(first, last)}`))).not.to.equal(undefined);
    for (const pattern of [
      `(?i)${range(first, last + 1)}`,
      `(?i:${range(first, last - 9)}+${range(first, first + 10)})`,
      `(?i)${'[B-\u{1e942}]'.repeat(28)}`,
      `(?i)[${'B-\u{1e942}'.repeat(40)}]`,
      `(?i)${'\\pL'.repeat(60)}`,
      `(?i)[${'\\PN'.repeat(60)}]`,
    ]) {
      expect(charactersFolded(group(pattern)), pattern).to.be.above(limits.linkifierCharactersFoldedMax);
      expect(compilePattern(group(pattern)), pattern).to.equal(undefined);
    }
  });

  it('accepts what organizations use', () => {
    for (const pattern of [
      '[0-9]{1,10}',
      '(?i:[A-Z]{2,10}-[0-9]{1,10})',
      '[0-9a-f]{7,40}',
      '(?i)[a-zà-ÿ]{2,20}/[a-zà-ÿ]{2,20}',
      '(?i)[一-龥]{2,8}',
      '[一-龥぀-ヿ]+',
      '[\\pL\\pN_.-]{1,30}',
      '[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}',
      'x{0}',
    ])
      expect(compilePattern(group(pattern)), pattern).not.to.equal(undefined);
  });
});
