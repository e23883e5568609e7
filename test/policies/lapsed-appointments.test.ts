import { expect } from 'chai';
import { lapsedAppointments } from '../../src/policies/lapsed-appointments.ts';
import { appointed, dismissed } from '../support/audit-writes.ts';
import type { Given } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import { newUser } from '../support/past-events.ts';
import { plannedBy } from '../support/policy.ts';
import { deactivated, newBot, ownerChanged, roleChanged } from '../support/writes.ts';

/** Owner 11 has bot 10. */
const past = [...organization(), ...newUser(11, { role: 100 }), ...newBot(10, 11)];
const endedBy = (...events: Given[]) =>
  plannedBy(lapsedAppointments, [...past, ...events]).map(({ command, input }) => [command, input]);

describe('the policy for appointments of auditors that no longer count', () => {
  it('ends them, in whichever order the two events come', () => {
    expect(endedBy(roleChanged(3, 600, 400), appointed(3))).to.deep.equal([['end-appointment', { userId: 3 }]]);
    expect(endedBy(appointed(3), roleChanged(3, 600, 400))).to.deep.equal([['end-appointment', { userId: 3 }]]);
    expect(endedBy(deactivated(3), appointed(3))).to.deep.equal([['end-appointment', { userId: 3 }]]);
    expect(endedBy(appointed(3), deactivated(3))).to.deep.equal([['end-appointment', { userId: 3 }]]);
  });

  it('ends those of bots whose owner is no longer an owner', () => {
    expect(endedBy(appointed(10), roleChanged(11, 200, 100))).to.deep.equal([['end-appointment', { userId: 10 }]]);
    expect(endedBy(appointed(10), ownerChanged(10, 3, 11))).to.deep.equal([['end-appointment', { userId: 10 }]]);
  });

  it('does not end those that count, and does nothing for users who are not auditors', () => {
    expect(endedBy(appointed(3))).to.deep.equal([]);
    expect(endedBy(appointed(3), roleChanged(3, 200, 400))).to.deep.equal([]);
    expect(endedBy(appointed(3), dismissed(3), roleChanged(3, 600, 400))).to.deep.equal([]);
  });
});
