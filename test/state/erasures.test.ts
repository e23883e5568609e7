import { expect } from 'chai';
import { isBeingErased, isOfActive, mayBegin } from '../../src/state/erasures.ts';
import { inAudit } from '../support/audit-writes.ts';
import { contentErased, erasureApproved, erasureAsked, erasureDone } from '../support/erasure-writes.ts';
import { fileDeleted, uploads } from '../support/file-writes.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { organization, user } from '../support/organization.ts';

const stateOf = (...events: Given[]) => stateAfter([...organization(), ...events]);
const erasureAfter = (...events: Given[]) => stateOf(...events).erasures.byId.get(1 as never);
const ofPerson = (id: number, more = {}) => erasureAsked(1, { target: { kind: 'user', userId: user(id) }, ...more });
const part = (more: object): Given =>
  inAudit('ContentErased', { erasureId: 1 as never, messageIds: [], events: 1, bytes: 1, ...more });

describe('erasures of content in the state', () => {
  it('are those that are requested or under way; ids are not used again', () => {
    const { erasures } = stateOf(erasureAsked(2), erasureAsked(1), erasureDone(1));
    expect([...erasures.byId.keys()]).to.deep.equal([2]);
    expect(erasures.erasureIdMax).to.equal(2);
  });

  it('have who requested them, for what and why, and no erased messages yet', () => {
    const asked = erasureAfter(erasureAsked(1, { request: { key: 'k', fingerprint: 'f' } }));
    expect(asked).to.deep.include({
      erasureId: 1,
      reason: 'request',
      basis: 'GDPR 17',
      target: { kind: 'messages', messageIds: [7] },
      requestedBy: 2,
      needsApproval: false,
      messages: 0,
      events: 0,
      bytes: 0,
      part: [],
    });
    expect(asked?.eventId).to.be.a('string');
    expect(asked).not.to.have.property('request');
  });

  it('count what is erased, part by part, and have the newest part', () => {
    const erased = erasureAfter(erasureAsked(1), contentErased(1, [7, 8]), contentErased(1, [9]));
    expect(erased).to.deep.include({ messages: 3, events: 6, bytes: 30, part: [9], reason: 'request' });
    expect(erased).not.to.have.any.keys('ofScheduled', 'ofPerson');
    expect(erasureAfter(contentErased(1, [7]))).to.equal(undefined);
  });

  it('count the deleted files of the person, whatever deletes them, except those that a hold keeps', () => {
    const files = [1, 2, 3, 4, 5].map((id) => uploads(id, id === 5 ? 4 : 3));
    const deleted = [2, 3, 5].map((id) => fileDeleted(id, id === 5 ? 4 : 3));
    const erasure = erasureAfter(
      ...files,
      fileDeleted(1, 3),
      ofPerson(3),
      ...deleted,
      fileDeleted(4, 3, { held: true }),
    );
    expect(erasure).to.include({ files: 2, messages: 0 });
    expect(erasureAfter(...files, erasureAsked(1), ...deleted)).to.include({ files: 0 });
  });

  it('know whether scheduled messages and the status of a person are recorded as erased', () => {
    const scheduled = erasureAfter(ofPerson(3), part({ scheduledOf: user(3) }));
    expect(scheduled).to.include({ ofScheduled: true, messages: 0, events: 0, requestedBy: 2 });
    expect(scheduled).not.to.have.property('ofPerson');
    const person = erasureAfter(ofPerson(3), part({ userId: user(3) }));
    expect(person).to.include({ ofPerson: true, messages: 0, events: 0, requestedBy: 2 });
    expect(person).not.to.have.property('ofScheduled');
  });

  it('begin at once, or after an approval', () => {
    const begins = (...events: Given[]) => {
      const erasure = erasureAfter(...events);
      return erasure && mayBegin(erasure);
    };
    expect(begins(erasureAsked(1))).to.equal(true);
    const waiting = erasureAsked(1, { needsApproval: true });
    expect(begins(waiting)).to.equal(false);
    expect(begins(waiting, erasureApproved(1, 3))).to.equal(true);
    expect(erasureAfter(waiting, erasureApproved(1, 3))).to.include({ approvedBy: 3, requestedBy: 2 });
    expect(begins(erasureApproved(1, 3))).to.equal(undefined);
  });
});

describe('a person', () => {
  it('is being erased from when that may begin, until it is completed', () => {
    const isErased = (...events: Given[]) => isBeingErased(stateOf(...events), user(3));
    expect(isErased(ofPerson(3))).to.equal(true);
    expect(isErased(erasureAsked(2), ofPerson(3))).to.equal(true);
    expect(isErased(ofPerson(3, { needsApproval: true }))).to.equal(false);
    expect(isErased(ofPerson(4))).to.equal(false);
    expect(isErased(erasureAsked(1))).to.equal(false);
    expect(isErased(ofPerson(3), erasureDone(1))).to.equal(false);
  });

  it('is the active one of an erasure, or is not', () => {
    const isActive = (...events: Given[]) => {
      const state = stateOf(...events);
      const [erasure] = state.erasures.byId.values();
      return erasure && isOfActive(state, erasure);
    };
    expect(isActive(ofPerson(3))).to.equal(true);
    expect(isActive(ofPerson(5))).to.equal(false);
    expect(isActive(erasureAsked(1))).to.equal(false);
  });
});
