/** Texts of third parties are shortened until they may be said. */
import { expect } from 'chai';
import fc from 'fast-check';
import { contentRefusal, topicRefusal } from '../../commands/message/text-rules.ts';
import { fitContent, fitTopic } from '../../src/webhooks/fit.ts';

describe('fitting the text of a third party', () => {
  it('leaves alone what fits', () => {
    expect(fitContent('a'.repeat(10_000))).to.equal('a'.repeat(10_000));
    expect(fitTopic('a'.repeat(60), 'x')).to.equal('a'.repeat(60));
  });

  it('shortens a topic to 60 code points, an ellipsis being the last', () => {
    expect(fitTopic('🙂'.repeat(61), 'x')).to.equal(`${'🙂'.repeat(59)}…`);
  });

  it('makes a topic one line, and takes the other one where nothing is left', () => {
    expect(fitTopic(' a\n b ', 'x')).to.equal('a b');
    expect(fitTopic(' \n ', 'x')).to.equal('x');
  });

  it('shortens a content by bytes, between code points', () => {
    const fitted = fitContent('🙂'.repeat(3000));
    expect(fitted).to.match(/^(🙂)+…$/u);
    expect(Buffer.byteLength(fitted)).to.be.within(9_900, 10_000);
  });

  it('closes the fence that it cuts open, with as many marks', () => {
    expect(fitContent(`a\n\`\`\`\`json\n${'x'.repeat(11_000)}\n\`\`\`\``)).to.match(/x…\n````$/);
    expect(fitContent(`~~~ quote\n\`\`\`\n${'x'.repeat(11_000)}\n\`\`\`\n~~~`)).to.match(/x…\n~~~$/);
  });

  it('closes no fence that was closed before the cut', () => {
    expect(fitContent(`\`\`\`\na\n\`\`\`\n${'x'.repeat(11_000)}`)).to.match(/x…$/);
  });

  it('makes anything sayable', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, fc.nat(40), (piece, times) => {
        const content = `x${piece.replaceAll('\0', '')}\n`.repeat(times * 10 + 1);
        expect(contentRefusal(fitContent(content))).to.equal(undefined);
        expect(topicRefusal(fitTopic(piece.repeat(times), 'otherwise'))).to.equal(undefined);
      }),
    );
  });
});
