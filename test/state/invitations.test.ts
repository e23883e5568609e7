import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { invitationHistory, spentInvitations } from '../../src/state/invitations.ts';
import { type Given, realmId, recorded, stateAfter, testNow } from '../support/given.ts';
import {
  invitationEmailed,
  invitationEnds,
  invitationRevoked,
  invites,
  invitesAgain,
  joinsBy,
} from '../support/invitation-writes.ts';
import { organization } from '../support/organization.ts';
import { realmDeactivated } from '../support/writes.ts';

const past = [
  ...organization(),
  invites(1, 3),
  invites(2, 3),
  invites(3, 1, { email: null }),
  invites(4, 1),
  invites(7, 1),
  invitationEnds(7, 1),
  invitesAgain(1, 2, testNow + 9_000),
  ...joinsBy(2, 20),
  ...joinsBy(3, 21),
];

describe('invitations in the state', () => {
  it('are those that have not ended, with the users who joined by them; ids are not used again', () => {
    const { invitations } = stateAfter(past);
    expect(
      [...invitations.byId.values()].map(({ invitationId, generation, usedBy }) => [invitationId, generation, usedBy]),
    ).to.deep.equal([
      [1, 2, undefined],
      [2, 1, 20],
      [3, 1, undefined],
      [4, 1, undefined],
    ]);
    expect(invitations.idMax).to.equal(7);
  });

  it('are spent when they were used, revoked or have expired, in active organizations', () => {
    const spent = (now: number, more = past) => {
      const state = stateAfter(more);
      return spentInvitations({ realms: new Map([[realmId, state]]), importing: new Set() }, now);
    };
    expect(spent(testNow)).to.deep.equal([{ realmId, invitationId: 2 }]);
    const takenBack = [...past, invitationRevoked(3), invitationRevoked(7)];
    expect(spent(testNow, takenBack).map(({ invitationId }) => invitationId)).to.deep.equal([2, 3]);
    expect(spent(testNow + 1_000).map(({ invitationId }) => invitationId)).to.deep.equal([2, 3, 4]);
    expect(spent(testNow + 1_000, [...past, realmDeactivated()])).to.deep.equal([]);
    const importing = { realms: new Map([[realmId, stateAfter(past)]]), importing: new Set([realmId]) };
    expect(spentInvitations(importing, testNow)).to.deep.equal([]);
  });
});

describe('the history of an invitation', () => {
  const history = (...events: Given[]) => foldAggregate(invitationHistory, recorded(events));

  it('has what it was sent with, its newest link, which of them was sent by e-mail, and all its events', () => {
    expect(history()).to.deep.equal({ sent: undefined, generation: 0, emailed: 0, hasEnded: false, events: [] });
    const events = [invites(1, 3), invitationEmailed(1, 1), invitesAgain(1, 2)];
    const own = history(...events);
    expect(own).to.deep.include({ generation: 2, emailed: 1, hasEnded: false });
    expect(own.sent?.data).to.include({ invitationId: 1, inviterId: 3 });
    expect(own.events.map(({ type }) => type)).to.deep.equal([
      'InvitationSent',
      'InvitationEmailed',
      'InvitationResent',
    ]);
    expect(history(invites(1, 3))).to.include({ generation: 1, emailed: 0 });
    const ended = history(...events, invitationEnds(1, 3));
    expect(ended).to.include({ hasEnded: true, generation: 2, emailed: 1 });
    expect(ended.events).to.have.length(3);
  });

  it('changes nothing if the invitation is not known any more', () => {
    const { invitations } = stateAfter([...past, invitesAgain(7, 5)]);
    expect([...invitations.byId.keys()]).to.deep.equal([1, 2, 3, 4]);
    expect(stateAfter([...organization(), invites(9, 3), invites(8, 3)]).invitations.idMax).to.equal(9);
    expect(stateAfter([...organization(), invites(9, 3), invitationEnds(8, 3)]).invitations.idMax).to.equal(9);
  });
});
