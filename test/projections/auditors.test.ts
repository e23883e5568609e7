import { expect } from 'chai';
import { auditorsOf } from '../../src/queries/auditors.ts';
import { describeOwnUser } from '../../src/queries/users.ts';
import { appointed, dismissed } from '../support/audit-writes.ts';
import { realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';

describe('auditors', () => {
  it('lists the current appointments, by user', async () => {
    const view = await readAfter([...organization(), appointed(3), appointed(2), appointed(1), dismissed(2)]);
    const rows = await auditorsOf(view, realmId);
    expect(
      rows.map(({ user_id, full_name, appointed_by, reason }) => [user_id, full_name, appointed_by, reason]),
    ).to.deep.equal([
      [1, 'User 1', 1, 'review'],
      [3, 'User 3', 1, 'review'],
    ]);
    expect(rows[0]?.appointed_at).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('shows users whether they are auditors', async () => {
    const view = await readAfter([...organization(), appointed(3)]);
    expect(await describeOwnUser(view, realmId, user(3))).to.have.property('is_auditor', true);
    expect(await describeOwnUser(view, realmId, user(2))).to.have.property('is_auditor', false);
  });
});
