import { expect } from 'chai';
import { erasure } from '../../src/policies/erasure.ts';
import type { EventId } from '../../src/vocabulary/ids.ts';
import { inAudit } from '../support/audit-writes.ts';
import { personErased, wordsErased } from '../support/erasure-writes.ts';
import { fileDeleted, uploads } from '../support/file-writes.ts';
import { invitationEnds, invites } from '../support/invitation-writes.ts';
import { deletes, edits, founded, inTopic, newUser, opened, sends, withdrawn } from '../support/past-events.ts';
import { subjectsOf } from '../support/policy.ts';
import { scheduledEnds, schedules } from '../support/scheduled-writes.ts';
import { avatarChanged, passwordSet, statusChanged } from '../support/writes.ts';

const place = inTopic(1, 'lunch');
const eventId = '00000000-0000-4000-8000-000000000001' as EventId;
const past = [founded(), ...newUser(1), opened(1, 'general', [1]), sends(7, 1, place)];

describe('the erasure policy', () => {
  it('erases a message that was deleted; the subject is the message', () => {
    expect(subjectsOf(erasure, [...past, deletes(7, 1, place)])).to.deep.equal(['7']);
  });

  it('erases a file that was deleted', () => {
    expect(subjectsOf(erasure, [...past, uploads(3, 1), fileDeleted(3, 1)])).to.deep.equal(['file-3']);
  });

  it('erases the avatar that was replaced or removed', () => {
    const first = [...past, avatarChanged(1, 2, 'one', null)];
    expect(subjectsOf(erasure, first)).to.deep.equal([]);
    const second = [...first, avatarChanged(1, 3, 'two', 'one')];
    expect(subjectsOf(erasure, second)).to.deep.equal(['avatar-1-3']);
    expect(subjectsOf(erasure, [...second, avatarChanged(1, 4, null, 'two')])).to.deep.equal(['avatar-1-4']);
  });

  it('erases the text of a scheduled message that has ended', () => {
    const scheduled = [...past, schedules(3, 1, place)];
    expect(subjectsOf(erasure, scheduled)).to.deep.equal([]);
    expect(subjectsOf(erasure, [...scheduled, scheduledEnds(3, 1)])).to.deep.equal(['scheduled-3']);
  });

  it('erases what a user wrote in their status', () => {
    expect(subjectsOf(erasure, [...past, statusChanged(1, { text: 'busy' })])).to.deep.equal([]);
    expect(subjectsOf(erasure, [...past, wordsErased(1, 2)])).to.deep.equal(['words-1.1.2']);
  });

  it('erases the address of an invitation that has ended', () => {
    const invited = [...past, invites(3, 1)];
    expect(subjectsOf(erasure, invited)).to.deep.equal([]);
    expect(subjectsOf(erasure, [...invited, invitationEnds(3, 1)])).to.deep.equal(['invitation-3']);
  });

  it('erases the details of a person who is erased, or whose account was refused by the log', () => {
    expect(subjectsOf(erasure, [...past, personErased(1)])).to.deep.equal(['person-1']);
    expect(subjectsOf(erasure, [...past, ...withdrawn(2)])).to.deep.equal(['person-1.2']);
  });

  it('erases what a legal hold kept when the hold ends; the subject is the event of that', () => {
    const ended = { ...inAudit('HeldDeletionsEnded', { messageIds: [], fileIds: [], uploads: [] }), id: eventId };
    expect(subjectsOf(erasure, [...past, ended])).to.deep.equal([eventId]);
  });

  it('erases nothing for a message that is sent or edited', () => {
    expect(subjectsOf(erasure, past)).to.deep.equal([]);
    expect(subjectsOf(erasure, [...past, edits(7, 1, place, 'again', 'message 7')])).to.deep.equal([]);
  });

  it('erases the password that was replaced', () => {
    expect(subjectsOf(erasure, [founded(), ...newUser(1), passwordSet(1, 'first')])).to.deep.equal([]);
    const changed = [founded(), ...newUser(1), passwordSet(1, 'first'), passwordSet(1, 'second')];
    expect(subjectsOf(erasure, changed)).to.deep.equal(['password 1']);
  });

  it('is performed outside the log, and no request waits for it', () => {
    expect(erasure.plan).to.equal(undefined);
    expect(erasure.awaited).to.equal(undefined);
  });
});
