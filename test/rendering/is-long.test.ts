import { expect } from 'chai';
import { isLongToRender } from '../../src/rendering/is-long.ts';

describe('isLongToRender', () => {
  const short = ['', 'hello', '**a** @**King Hamlet** https://x.y :smile:', 'word '.repeat(500), '- a\n'.repeat(20)];
  for (const content of short)
    it(`no: ${JSON.stringify(content.slice(0, 30))}`, () => expect(isLongToRender(content)).to.equal(false));

  const long = [
    '```\nx\n```',
    '~~~ quote\nx',
    '$$x$$',
    'word '.repeat(2000),
    '['.repeat(1000),
    '🙂'.repeat(200),
    'a\n'.repeat(200),
  ];
  for (const content of long)
    it(`yes: ${JSON.stringify(content.slice(0, 30))}`, () => expect(isLongToRender(content)).to.equal(true));
});
