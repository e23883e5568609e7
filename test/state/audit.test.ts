import { expect } from 'chai';
import { countedIn, isAuditor, isKeyShownTo } from '../../src/state/audit.ts';
import type { EventId } from '../../src/vocabulary/ids.ts';
import { auditRequestsKept } from '../../src/vocabulary/limits.ts';
import { appointed, dismissed, signedIn } from '../support/audit-writes.ts';
import { stateAfter, testNow } from '../support/given.ts';
import { organization, user } from '../support/organization.ts';
import { botCame, keyRotated } from '../support/writes.ts';

const auditAfter = (...events: Parameters<typeof stateAfter>[0]) => stateAfter([...organization(), ...events]);

describe('the state of the audit', () => {
  it('knows who is an auditor', () => {
    expect(isAuditor(auditAfter(appointed(3)), user(3))).to.equal(true);
    expect(isAuditor(auditAfter(appointed(3), dismissed(3)), user(3))).to.equal(false);
    expect(isAuditor(auditAfter(appointed(3)), user(2))).to.equal(false);
  });

  it('counts the appointment of a bot from the event on that replaces its key for that', () => {
    const id = 'its own' as EventId;
    const begun = [...botCame(10, 1), appointed(10, { keyGeneration: 2, keyRotation: id })];
    expect(isAuditor(auditAfter(...begun, keyRotated(10, 2)), user(10))).to.equal(false);
    const own = { ...keyRotated(10, 2), id };
    expect(isAuditor(auditAfter(...begun, own), user(10))).to.equal(true);
    expect(isAuditor(auditAfter(...begun, own, keyRotated(10, 3)), user(10))).to.equal(true);
  });

  it('shows the key of an auditor’s bot to its owner alone', () => {
    const state = auditAfter(...botCame(10, 1), appointed(10));
    expect(isKeyShownTo(state, user(10), user(1))).to.equal(true);
    expect(isKeyShownTo(state, user(10), user(2))).to.equal(false);
    expect(isKeyShownTo(auditAfter(...botCame(10, 1)), user(10), user(2))).to.equal(true);
  });

  it('remembers the newest requests with a key', () => {
    const asked = Array.from({ length: auditRequestsKept + 1 }, (_, number) =>
      appointed(3, { request: { key: `k${number}`, fingerprint: 'f' } }),
    );
    const { requests } = auditAfter(...asked).audit;
    expect(requests.size).to.equal(auditRequestsKept);
    expect(requests.has('k0')).to.equal(false);
    expect(requests.get('k1')?.fingerprint).to.equal('f');
  });

  it('counts sign-ins by the hour', () => {
    const { audit } = auditAfter(signedIn(3, testNow), signedIn(3, testNow + 1));
    expect(countedIn(audit, user(3), testNow + 2)).to.deep.equal({ began: testNow, count: 2 });
    expect(countedIn(audit, user(3), testNow + 3_600_000).count).to.equal(0);
    expect(countedIn(audit, null, testNow + 2).count).to.equal(0);
  });
});
