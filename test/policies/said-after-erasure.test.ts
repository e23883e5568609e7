import { expect } from 'chai';
import { saidAfterErasure } from '../../src/policies/said-after-erasure.ts';
import { erasureAsked, erasureDone, personErased } from '../support/erasure-writes.ts';
import { file, uploads } from '../support/file-writes.ts';
import type { Given } from '../support/given.ts';
import { held } from '../support/hold-writes.ts';
import { organization, user } from '../support/organization.ts';
import { inTopic, opened, sends } from '../support/past-events.ts';
import { plannedBy, subjectsOf } from '../support/policy.ts';
import { scheduledId, schedules } from '../support/scheduled-writes.ts';
import { deactivated, reactivated } from '../support/writes.ts';

const past = [...organization(), opened(1, 'general', [1, 3])];
const place = inTopic(1, 'x');
const plannedFor = (last: Given, ...before: Given[]) =>
  plannedBy(saidAfterErasure, [...past, ...before, last]).map(({ command, input }) => [command, input]);
const allBy = (id: number): Given[] => [sends(5, id, place), schedules(5, id, place), uploads(5, id)];
const asked = (more: object = {}) => erasureAsked(1, { target: { kind: 'user', userId: user(3) }, ...more });
const done = [deactivated(3), asked(), personErased(3), erasureDone(1)];

describe('the policy for messages and files of a person after their erasure', () => {
  const message = [['erase-message', { messageId: 5, onRecord: false }]];
  const scheduled = [['erase-scheduled-message', { scheduledId: scheduledId(5) }]];

  it('erases them, while the erasure is under way and when it is done', () => {
    for (const before of [[deactivated(3), asked()], done]) {
      expect(plannedFor(sends(5, 3, place), ...before)).to.deep.equal(message);
      expect(plannedFor(schedules(5, 3, place), ...before)).to.deep.equal(scheduled);
      expect(plannedFor(uploads(5, 3), ...before)).to.deep.equal([['delete-file', { fileId: file(5) }]]);
    }
  });

  it('erases each message and each file in an action of its own', () => {
    const subjects = allBy(3).flatMap((last) => subjectsOf(saidAfterErasure, [...past, ...done, last]));
    expect(subjects).to.deep.equal(['message-5', `scheduled-${scheduledId(5)}`, 'file-5']);
  });

  it('does not erase those of others, and those from before the erasure, which finds them', () => {
    for (const last of allBy(1)) expect(plannedFor(last, ...done)).to.deep.equal([]);
    for (const before of [[], [deactivated(3)], [deactivated(3), asked({ needsApproval: true })]])
      for (const last of allBy(3)) expect(plannedFor(last, ...before)).to.deep.equal([]);
  });

  it('does not erase those of a person who is active again', () => {
    for (const last of allBy(3)) expect(plannedFor(last, ...done, reactivated(3))).to.deep.equal([]);
  });

  it('does not erase scheduled messages of a custodian of a legal hold', () => {
    const last = schedules(5, 3, place);
    expect(plannedFor(last, deactivated(3), asked(), held(1, { users: [3] }))).to.deep.equal([]);
    expect(plannedFor(last, deactivated(3), asked(), held(1, { users: [2] }))).to.deep.equal(scheduled);
  });
});
