import { expect } from 'chai';
import { erasePerson } from '../../../commands/erasure/erase-person.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { changedTooOften, personErased } from '../../support/erasure-writes.ts';
import { type Given, given } from '../../support/given.ts';
import { held } from '../../support/hold-writes.ts';
import { organization } from '../../support/organization.ts';
import { avatarChanged, deactivated, reactivated, renamed } from '../../support/writes.ts';

const erasing = (...past: Given[]) =>
  given(organization(), deactivated(3), past).when(erasePerson, { userId: 3 as UserId }, { actor: null });

describeCommand(erasePerson, () => {
  it('replaces all earlier events about the person, and keeps their leaves', () => {
    const { decision } = erasing(renamed(3, 'Other'));
    const [append] = decision.ok ? decision.appends : [];
    const event = append?.events[0];
    if (event?.type !== 'PersonErased') throw new Error('no erasure');
    expect(event.data).to.deep.include({ userId: 3, fullName: 'Deleted user 3' });
    expect(event.data.leaves.map(({ type }) => type)).to.deep.equal(['PersonDescribed', 'FullNameChanged']);
  });

  it('is one event however often the person was changed (personChangesMax)', () => {
    const { decision } = erasing(
      ...changedTooOften(3),
      avatarChanged(3, 2, 'old', null),
      avatarChanged(3, 3, null, 'old'),
    );
    const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
    if (event?.type !== 'PersonErased') throw new Error('no erasure');
    expect(event.data.leaves).to.have.length(limits.personChangesMax + 3);
    expect(JSON.stringify(event).length).to.be.below(limits.eventBytesMax);
  });

  it('keeps the leaf of an earlier erasure, which it also replaces', () => {
    const { decision } = erasing(personErased(3), reactivated(3), renamed(3, 'Other'), deactivated(3));
    const event = decision.ok ? decision.appends[0]?.events[0] : undefined;
    if (event?.type !== 'PersonErased') throw new Error('no erasure');
    expect(event.data.leaves.map(({ type }) => type)).to.deep.equal(['PersonErased', 'FullNameChanged']);
  });

  it('happens once, even if something was held after it was recorded, but not to a person who is active again', () => {
    erasing(held(1, { users: [3] })).thenAnswers({ held: false });
    erasing(personErased(3)).thenNothing();
    // Somebody activated the account at the moment at which another process began the erasure.
    erasing(reactivated(3)).thenNothing();
    erasing(reactivated(3)).thenAnswers({ held: true });
  });
});
