import { expect } from 'chai';
import { realmEmojiOf } from '../../src/queries/realm-emoji.ts';
import { realmId } from '../support/given.ts';
import { organization, readAfter } from '../support/organization.ts';
import { emojiCreated, emojiDeactivated } from '../support/writes.ts';

describe('realm-emoji', () => {
  it('has all emoji of the organization, and which are deactivated', async () => {
    const view = await readAfter(organization(), [
      emojiCreated(1, 'party', 3),
      emojiCreated(2, 'tea'),
      emojiDeactivated(2, 'tea'),
    ]);
    const address = (id: number) => `/user_avatars/1/emoji/images/${id}_${`${id}`.padStart(40, 'e')}.png`;
    expect(await realmEmojiOf(view, realmId)).to.deep.equal({
      1: { id: '1', name: 'party', source_url: address(1), deactivated: false, author_id: 3 },
      2: { id: '2', name: 'tea', source_url: address(2), deactivated: true, author_id: 1 },
    });
  });
});
