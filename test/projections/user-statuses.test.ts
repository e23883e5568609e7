import { expect } from 'chai';
import { userStatusesOf } from '../../src/queries/user-statuses.ts';
import { wordsErased } from '../support/erasure-writes.ts';
import { realmId } from '../support/given.ts';
import { organization, readAfter } from '../support/organization.ts';
import { saysOfThemselves } from '../support/writes.ts';

describe('user-statuses', () => {
  it('has what users say, and no document of those who took it back', async () => {
    const view = await readAfter(organization(), [
      saysOfThemselves(2, { away: true, text: 'busy' }),
      saysOfThemselves(3, { away: true }),
      saysOfThemselves(4, { text: 'here' }),
      saysOfThemselves(2, { away: false }),
      saysOfThemselves(4, { text: '' }),
      saysOfThemselves(5, { text: 'of somebody who is erased' }),
      wordsErased(5),
    ]);
    expect(await userStatusesOf(view, realmId)).to.deep.equal({ 2: { status_text: 'busy' }, 3: { away: true } });
  });
});
