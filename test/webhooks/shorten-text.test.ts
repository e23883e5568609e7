/** Texts of third parties are shortened to the size of a message or topic. */
import { expect } from 'chai';
import fc from 'fast-check';
import { contentRefusal, topicRefusal } from '../../commands/message/text-rules.ts';
import { shortenContent, shortenTopic } from '../../src/webhooks/shorten-text.ts';

describe('shortening the text of a third party', () => {
  it('keeps a text that fits', () => {
    expect(shortenContent('a'.repeat(10_000))).to.equal('a'.repeat(10_000));
    expect(shortenTopic('a'.repeat(60), 'x')).to.equal('a'.repeat(60));
  });

  it('shortens a topic to 60 code points, an ellipsis being the last', () => {
    expect(shortenTopic('🙂'.repeat(61), 'x')).to.equal(`${'🙂'.repeat(59)}…`);
  });

  it('makes a topic one line, and uses the fallback if it is empty', () => {
    expect(shortenTopic(' a\n b ', 'x')).to.equal('a b');
    expect(shortenTopic(' \n ', 'x')).to.equal('x');
    expect(shortenTopic('a\u0007\u202e\ud800b\u200b', 'x')).to.equal('a b');
    expect(shortenTopic(`\u200b${'a'.repeat(60)}🙂`, 'x')).to.equal(`${'a'.repeat(58)}…`);
  });

  it('shortens a content by bytes, between code points', () => {
    const fitted = shortenContent('🙂'.repeat(3000));
    expect(fitted).to.match(/^(🙂)+…$/u);
    expect(Buffer.byteLength(fitted)).to.be.within(9_900, 10_000);
  });

  it('closes a fence that the cut leaves open, with as many marks', () => {
    expect(shortenContent(`a\n\`\`\`\`json\n${'x'.repeat(11_000)}\n\`\`\`\``)).to.match(/x…\n````$/);
    expect(shortenContent(`~~~ quote\n\`\`\`\n${'x'.repeat(11_000)}\n\`\`\`\n~~~`)).to.match(/x…\n~~~$/);
  });

  it('closes no fence that was closed before the cut', () => {
    expect(shortenContent(`\`\`\`\na\n\`\`\`\n${'x'.repeat(11_000)}`)).to.match(/x…$/);
  });

  it('gives a valid message for any text', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    fc.assert(
      fc.property(text, fc.nat(40), (piece, times) => {
        const content = `x${piece.replaceAll('\0', '')}\n`.repeat(times * 10 + 1);
        expect(contentRefusal(shortenContent(content))).to.equal(undefined);
        expect(topicRefusal(shortenTopic(piece.repeat(times), 'otherwise'))).to.equal(undefined);
      }),
    );
  });
});
