import { expect } from 'chai';
import fc from 'fast-check';
import { renderPlainly } from '../../src/rendering/fast-path.ts';
import { renderFully } from '../../src/rendering/markdown.ts';
import { context } from './support.ts';

const signs = [
  ...'aZ09é中ñ ,.;?\'"()%-:!\n\t@*_<&',
  '  ',
  ': ',
  '\n\n',
  '-- ',
  'www.',
  'x:y:',
  '1. ',
  '- ',
  'Ж',
  '\u00a0',
  '\u1680',
  '\u3000',
  '\u0301',
  '😀',
  '©',
  '\ufe0f',
];

describe('the fast path', () => {
  it('gives the same HTML as the parser', () => {
    let taken = 0;
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...signs), fc.string({ unit: 'grapheme', maxLength: 2 })), { maxLength: 10 }),
        (pieces) => {
          const content = `A${pieces.join('')}`;
          const html = renderPlainly(content);
          if (html === undefined) return;
          taken++;
          expect(renderFully(content, context)).to.deep.equal({
            html,
            mentioned: [],
            wildcard: false,
            hasLink: false,
            hasImage: false,
            hasAttachment: false,
            uploadTargets: [],
          });
        },
      ),
      { numRuns: 5000 },
    );
    expect(taken).to.be.greaterThan(100);
  });

  it('handles most texts that people write', () => {
    for (const content of [
      'Hello there',
      'Well, it is 10% done: see below.\nThen "we" go (home)?',
      'Привет, мир',
      '你好',
      "It's fine - really; ok",
    ])
      expect(renderPlainly(content), content).to.be.a('string');
  });

  it('leaves everything else to the parser', () => {
    for (const content of [
      '',
      ' a',
      'a ',
      '*a*',
      '- a',
      '1. a',
      'a\n- b',
      'a\n\nb',
      ':smile:',
      '😀',
      'www.x.y',
      'a@b.c',
      'a <b',
      'a &amp;',
      'a | b',
    ])
      expect(renderPlainly(content), content).to.equal(undefined);
  });
});
