import { expect } from 'chai';
import { asReaction, realmEmojiNamed } from '../../src/state/realm-emoji.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { emojiCreated, emojiDeactivated } from '../support/writes.ts';

const emojiAfter = (...events: Given[]) => stateAfter([...organization(), ...events]).realmEmoji;

describe('the emoji of an organization in the state', () => {
  it('are found by name, as long as they are not deactivated', () => {
    const all = emojiAfter(emojiCreated(1, 'party'), emojiCreated(2, 'tea'), emojiDeactivated(1, 'party'));
    expect(realmEmojiNamed(all, 'tea')).to.include({ id: 2, name: 'tea', deactivated: false });
    expect(realmEmojiNamed(all, 'party')).to.equal(undefined);
    expect(realmEmojiNamed(all, 'other')).to.equal(undefined);
    expect(all.byId.get(1 as never)).to.include({ id: 1, name: 'party', deactivated: true });
  });

  it('release their name when they are deactivated', () => {
    const all = emojiAfter(emojiCreated(1, 'tea'), emojiDeactivated(1, 'tea'), emojiCreated(2, 'tea'));
    expect(realmEmojiNamed(all, 'tea')?.id).to.equal(2);
    expect([...emojiAfter(emojiDeactivated(9, 'x')).byId.keys()]).to.deep.equal([]);
    expect(realmEmojiNamed(emojiAfter(emojiCreated(1, 'tea'), emojiDeactivated(9, 'tea')), 'tea')?.id).to.equal(1);
  });

  it('are known by their ids in reactions', () => {
    const tea = realmEmojiNamed(emojiAfter(emojiCreated(7, 'tea')), 'tea');
    expect(tea && asReaction(tea)).to.deep.equal({ name: 'tea', code: '7', type: 'realm_emoji' });
  });
});
