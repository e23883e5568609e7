import { expect } from 'chai';
import { countedIn, isAuditor, isKeyShownTo, lapseOf, mayBeAuditor, wrongKeysRecorded } from '../../src/state/audit.ts';
import type { EventId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { appointed, dismissed, signedIn, signInRefused, wrongKeyGiven } from '../support/audit-writes.ts';
import { erasureAsked } from '../support/erasure-writes.ts';
import { exportAsked } from '../support/export-writes.ts';
import { type Given, stateAfter, testNow } from '../support/given.ts';
import { held } from '../support/hold-writes.ts';
import { organization, user } from '../support/organization.ts';
import { sinkAdded, sinkRewound } from '../support/sink-writes.ts';
import { deactivated, keyRotated, newBot, ownerChanged, roleChanged } from '../support/writes.ts';

const auditAfter = (...events: Parameters<typeof stateAfter>[0]) => stateAfter([...organization(), ...events]);

describe('the state of the audit', () => {
  it('knows who is an auditor', () => {
    expect(isAuditor(auditAfter(appointed(3)), user(3))).to.equal(true);
    expect(isAuditor(auditAfter(appointed(3), dismissed(3)), user(3))).to.equal(false);
    expect(isAuditor(auditAfter(appointed(3)), user(2))).to.equal(false);
  });

  it('counts the appointment of a bot from the event on that replaces its key for it', () => {
    const id = 'its own' as EventId;
    const begun = [...newBot(10, 1), appointed(10, { keyGeneration: 2, keyRotation: id })];
    expect(isAuditor(auditAfter(...begun, keyRotated(10, 2)), user(10))).to.equal(false);
    const own = { ...keyRotated(10, 2), id };
    expect(isAuditor(auditAfter(...begun, own), user(10))).to.equal(true);
    expect(isAuditor(auditAfter(...begun, own, keyRotated(10, 3)), user(10))).to.equal(true);
  });

  it("shows the key of an auditor's bot only to its owner", () => {
    const state = auditAfter(...newBot(10, 1), appointed(10));
    expect(isKeyShownTo(state, user(10), user(1))).to.equal(true);
    expect(isKeyShownTo(state, user(10), user(2))).to.equal(false);
    expect(isKeyShownTo(auditAfter(...newBot(10, 1)), user(10), user(2))).to.equal(true);
  });

  it('remembers the newest requests with a key (auditRequestsKept)', () => {
    const asked = Array.from({ length: limits.auditRequestsKept + 1 }, (_, number) =>
      appointed(3, { request: { key: `k${number}`, fingerprint: 'f' } }),
    );
    const { requests } = auditAfter(...asked).audit;
    expect(requests.size).to.equal(limits.auditRequestsKept);
    expect(requests.has('k0')).to.equal(false);
    expect(requests.get('k1')?.fingerprint).to.equal('f');
  });

  it('remembers requests for erasures, exports, sinks and holds by their keys', () => {
    const request = { key: 'k', fingerprint: 'f' };
    const hold = held(1, { users: [3] });
    const withKey = (event: Given): Given => ({
      ...event,
      event: { ...event.event, data: { ...event.event.data, request } } as Given['event'],
    });
    for (const event of [erasureAsked(1), exportAsked(1), sinkAdded(1), sinkRewound(1), hold]) {
      expect(auditAfter(withKey(event)).audit.requests.get('k'), event.event.type).to.include(request);
      expect(auditAfter(event).audit.requests.size).to.equal(0);
    }
  });

  it('allows people who are not guests, and generic bots of active owners, as auditors', () => {
    const may = (id: number, ...events: Given[]) => {
      const { directory } = auditAfter(...newBot(10, 1), ...newBot(11, 2), ...newBot(12, 1, { type: 3 }), ...events);
      const account = directory.accounts.get(user(id));
      return account && mayBeAuditor(directory, account);
    };
    expect([1, 3, 4].map((id) => may(id))).to.deep.equal([true, true, false]);
    expect([10, 11, 12, 8].map((id) => may(id))).to.deep.equal([true, false, false, false]);
    expect(may(10, deactivated(1))).to.equal(false);
    expect(may(4, roleChanged(4, 400, 600))).to.equal(true);
  });

  it('does not count the appointment of somebody who may no longer be an auditor, and says why', () => {
    const auditorAfter = (id: number, ...events: Given[]) => {
      const state = auditAfter(...newBot(10, 1), appointed(3), appointed(10, { keyGeneration: 2 }), ...events);
      return [isAuditor(state, user(id)), lapseOf(state, user(id))];
    };
    expect(auditorAfter(3)).to.deep.equal([true, undefined]);
    expect(auditorAfter(3, deactivated(3))).to.deep.equal([false, 'deactivated']);
    expect(auditorAfter(3, roleChanged(3, 600, 400))).to.deep.equal([false, 'role-changed']);
    expect(auditorAfter(2, deactivated(2))).to.deep.equal([false, undefined]);
    expect(auditorAfter(99)).to.deep.equal([false, undefined]);
    // It will count when the key of the bot is replaced.
    expect(auditorAfter(10)).to.deep.equal([false, undefined]);
    expect(auditorAfter(10, keyRotated(10, 2))).to.deep.equal([true, undefined]);
    expect(auditorAfter(10, keyRotated(10, 2), ownerChanged(10, 3, 1))).to.deep.equal([false, 'role-changed']);
  });

  it('has the key generation from which an appointment is valid', () => {
    const auditor = auditAfter(appointed(3)).audit.auditors.get(user(3));
    expect(auditor).to.deep.equal({ keyGeneration: undefined, awaits: undefined });
    const own = 'its own' as EventId;
    const rotated = [appointed(10, { keyGeneration: 2, keyRotation: own }), { ...keyRotated(10, 2), id: own }];
    const after = auditAfter(...newBot(10, 1), ...rotated).audit.auditors.get(user(10));
    expect(after).to.deep.equal({ keyGeneration: 2, awaits: undefined });
  });

  it('counts refused sign-ins and wrong keys separately', () => {
    const refused = [signInRefused(testNow), wrongKeyGiven(testNow + 1), wrongKeyGiven(testNow + 2)];
    const { audit } = auditAfter(...refused);
    expect(wrongKeysRecorded(audit, testNow + 3)).to.equal(2);
    expect(countedIn(audit, null, testNow + 3)).to.deep.equal({ began: testNow, count: 1 });
  });

  it('counts sign-ins by the hour', () => {
    const { audit } = auditAfter(signedIn(3, testNow), signedIn(3, testNow + 1));
    expect(countedIn(audit, user(3), testNow + 2)).to.deep.equal({ began: testNow, count: 2 });
    expect(countedIn(audit, user(3), testNow + 3_600_000).count).to.equal(0);
    expect(countedIn(audit, null, testNow + 2).count).to.equal(0);
  });
});
