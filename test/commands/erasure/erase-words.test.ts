import { expect } from 'chai';
import { eraseWords } from '../../../commands/erasure/erase-words.ts';
import type { DomainEvent, Recorded } from '../../../src/vocabulary/events/index.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { wordsErased } from '../../support/erasure-writes.ts';
import { type Given, given, recorded } from '../../support/given.ts';
import { leafIn } from '../../support/leaf-in.ts';
import { organization } from '../../support/organization.ts';
import { alertedBy, statusChanged } from '../../support/writes.ts';

const texts = [statusChanged(3, { text: 'busy' }), alertedBy(3, ['word'])];
const erasing = (...past: Given[]) =>
  given(organization(), texts, past).when(eraseWords, { userId: 3 as UserId, part: 0 }, { actor: null });

describeCommand(eraseWords, () => {
  it('replaces all earlier events of the log stream, and keeps their leaves', () => {
    const { decision } = erasing();
    const [append] = decision.ok ? decision.appends : [];
    const event = append?.events[0];
    if (event?.type !== 'UserWordsErased') throw new Error('no erasure');
    expect(event.data.leaves.map(({ type }) => type)).to.deep.equal(['UserStatusChanged', 'AlertWordsChanged']);
  });

  it('happens once', () => {
    erasing(wordsErased(3)).thenNothing();
  });

  it('keeps the leaves that an earlier erasure of the log stream kept, and its own', () => {
    const erased = wordsErased(3);
    const [first] = recorded(texts);
    const leaves = [leafIn(first as Recorded)];
    const earlier = { ...erased, event: { ...erased.event, data: { ...erased.event.data, leaves } } as DomainEvent };
    const { decision } = erasing(earlier, statusChanged(3, { text: 'again' }));
    const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
    if (event?.type !== 'UserWordsErased') throw new Error('no erasure');
    expect(event.data.leaves.slice(0, 1)).to.deep.equal(leaves);
    const types = event.data.leaves.map(({ type }) => type);
    expect(types).to.deep.equal(['UserStatusChanged', 'UserWordsErased', 'UserStatusChanged']);
  });
});
