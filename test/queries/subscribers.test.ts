import { expect } from 'chai';
import { countListed, subscribersWithin } from '../../src/queries/subscribers.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { realmId } from '../support/given.ts';
import { organization, readAfter } from '../support/organization.ts';
import { opened } from '../support/past-events.ts';

describe('the subscribers of many streams', () => {
  const streams = [
    opened(1, 'one', [1, 3, 4]),
    opened(2, 'two', [3]),
    opened(3, 'three', [1, 3]),
    opened(4, 'four', []),
  ];
  const listed = async (max?: number) =>
    Object.fromEntries(
      await subscribersWithin(await readAfter([...organization(), ...streams]), realmId, [1, 2, 3, 4, 5], max),
    );

  it('are listed by stream (subscribersListedMax)', async () => {
    expect(limits.subscribersListedMax).to.equal(1_000_000);
    expect(await listed()).to.deep.equal({ 1: [1, 3, 4], 2: [3], 3: [1, 3], 4: [], 5: [] });
  });

  it('are listed as long as they fit; the first stream whose list does not, and all after it, have none', async () => {
    expect(await listed(6)).to.deep.equal({ 1: [1, 3, 4], 2: [3], 3: [1, 3], 4: [], 5: [] });
    expect(await listed(5)).to.deep.equal({ 1: [1, 3, 4], 2: [3] });
    expect(await listed(2)).to.deep.equal({});
  });

  it('are counted over all lists', () => {
    expect(countListed([{ subscribers: [1, 2] }, {}], undefined, [{ subscribers: [3] }])).to.equal(3);
  });
});
