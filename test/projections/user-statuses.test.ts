import { expect } from 'chai';
import { userStatusesOf } from '../../src/queries/user-statuses.ts';
import { wordsErased } from '../support/erasure-writes.ts';
import { realmId } from '../support/given.ts';
import { organization, readAfter } from '../support/organization.ts';
import { statusChanged } from '../support/writes.ts';

describe('user-statuses', () => {
  it('has the current statuses, and no document for removed ones', async () => {
    const view = await readAfter(organization(), [
      statusChanged(2, { away: true, text: 'busy' }),
      statusChanged(3, { away: true }),
      statusChanged(4, { text: 'here' }),
      statusChanged(2, { away: false }),
      statusChanged(4, { text: '' }),
      statusChanged(5, { text: 'of somebody who is erased' }),
      wordsErased(5),
    ]);
    expect(await userStatusesOf(view, realmId)).to.deep.equal({ 2: { status_text: 'busy' }, 3: { away: true } });
  });
});
