import { expect } from 'chai';
import { SeenTexts } from '../../src/audit/seen-texts.ts';

describe('seen texts', () => {
  it('are each new only once, however many there are', () => {
    const seen = new SeenTexts();
    const texts = Array.from({ length: 50_000 }, (_, at) => `${at % 7} message-1.${at}`);
    expect(texts.filter((text) => !seen.add(text))).to.deep.equal([]);
    expect(texts.filter((text) => seen.add(text))).to.deep.equal([]);
    expect(seen.add('another')).to.equal(true);
  });
});
