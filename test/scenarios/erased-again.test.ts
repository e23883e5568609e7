/** A person is erased, activated again, and erased a second time: nothing of the first erasure is missing from the ledger. */
import { expect } from 'chai';
import { verbatim } from '../cli/typed.ts';
import type { Loose } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { runningServer } from '../support/server.ts';
import { embedded } from '../support/test-stores.ts';

const reason = 'Request of a data subject';

describe('a person who is erased twice', () => {
  const server = runningServer({ ...embedded, VERBATIM_ERASURE_APPROVALS: '1' });

  it('leaves a log in which everything is intact or legitimately erased', async () => {
    const auditor = server.as('owner');
    succeeded(await auditor.post('/audit/auditors', { user_id: auditor.account.user_id, reason }));
    const { user_id: userId } = server.as('member').account;
    const erased = async (): Promise<void> => {
      succeeded(await auditor.delete(`/users/${userId}`));
      const asked = await auditor.post('/audit/erasures', { user_id: userId, reason, basis: 'GDPR 17(1)(b)' });
      expect(asked.status, JSON.stringify(asked.body)).to.equal(202);
      const path = `/audit/erasures/${asked.body.id}`;
      let state = '';
      for (let looks = 0; state !== 'completed' && looks < 50; looks += 1) {
        await server.application.caughtUp();
        await server.application.scrub();
        state = String((succeeded(await auditor.get(path, { reason })).erasure as Loose).state);
      }
      expect(state).to.equal('completed');
      await server.application.caughtUp();
      await server.application.scrub();
    };
    const verified = async () => {
      const { code, printed } = await verbatim('verify', { ...embedded, VERBATIM_DATA: server.data });
      return { code, erased: printed.filter((line) => line.startsWith('ERASED')).length };
    };
    await erased();
    const first = await verified();
    expect(first.code).to.equal(0);
    succeeded(await auditor.post(`/users/${userId}/reactivate`));
    succeeded(await auditor.patch(`/users/${userId}`, { full_name: 'Perpetua Quill' }));
    await erased();
    // The second erasure removed the new name, and the event of the first erasure.
    expect(await verified()).to.deep.equal({ code: 0, erased: first.erased + 2 });
  });
});
