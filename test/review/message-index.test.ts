import { expect } from 'chai';
import { MessageIndex } from '../../src/review/message-index.ts';

describe('the index of the messages of an export', () => {
  it('has what was added, in ascending order, however large the gaps between the ids', () => {
    const index = new MessageIndex();
    for (const [id, at] of [[5_000, 7] as const, [3, 9] as const, [10 ** 12, 11] as const]) index.add(id, at, id % 7);
    expect([...index.ids()]).to.deep.equal([3, 5_000, 10 ** 12]);
    expect(index.get(5_000)).to.deep.equal({ at: 7, conversation: 5_000 % 7, order: 1 });
    expect([index.get(4), index.get(10 ** 8), index.count]).to.deep.equal([undefined, undefined, 3]);
  });
});
