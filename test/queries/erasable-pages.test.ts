import { expect } from 'chai';
import { pagesOf } from '../../src/queries/erasable.ts';

describe('the pages of messages to erase', () => {
  it('are read up to the last one, with breaks in which other requests are served', async () => {
    const done: string[] = [];
    const pageAfter = async (after: number) => {
      done.push(`page after ${after}`);
      const end = performance.now() + 10;
      while (performance.now() < end);
      return { messages: [], ...(after < 3 && { last: after + 1 }) };
    };
    setImmediate(() => done.push('another request'));
    for await (const _ of pagesOf(pageAfter, 1));
    expect(done).to.deep.equal(['page after 1', 'another request', 'page after 2', 'page after 3']);
  });
});
