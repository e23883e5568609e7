import { expect } from 'chai';
import { searchFor } from '../../../src/queries/trail/search.ts';
import { searchedMessagesMax, searchedTopicsMax } from '../../../src/vocabulary/limits.ts';
import { realmId } from '../../support/given.ts';
import { organization, readAfter } from '../../support/organization.ts';
import { inTopic, opened, sends, text } from '../../support/past-events.ts';
import { turnsDuring } from '../../support/turns.ts';

const none: string[] = [];

describe('a search of the trail', () => {
  it('finds topics with all of the words, whatever their ending, so many and no more', async () => {
    const view = await readAfter(organization());
    const found = await searchFor(view, realmId, 'happy meeting', ['Happy meetings', 'meeting', 'unhappy'], false);
    expect(found?.orKeys).to.deep.equal(['phappy meetings']);
    const many = Array.from({ length: searchedTopicsMax + 1 }, (_, number) => `topic ${number}`);
    expect((await searchFor(view, realmId, 'topic', many, false))?.orKeys).to.have.length(searchedTopicsMax);
  });

  it('yields to the event loop between many topics', async () => {
    const view = await readAfter(organization());
    const topics = Array.from({ length: 50_000 }, (_, at) => `release ${at} notes`);
    const turns = await turnsDuring(() => searchFor(view, realmId, 'relation', topics, false));
    expect(turns).to.be.above(2);
  });

  it('finds messages only with content, the newest of them', async () => {
    const said = Array.from({ length: searchedMessagesMax + 1 }, (_, number) =>
      sends(number + 1, 1, inTopic(1, 't'), text('a secret merger')),
    );
    const view = await readAfter([...organization(), opened(1, 'plans', [1]), ...said]);
    expect((await searchFor(view, realmId, 'merger', none, false))?.orKeys).to.deep.equal([]);
    const found = await searchFor(view, realmId, 'merger secret', none, true);
    expect(found?.orKeys).to.have.length(searchedMessagesMax);
    expect(found?.orKeys[0]).to.equal(`omessage:${searchedMessagesMax + 1}`);
  });

  it('needs words', async () => {
    expect(await searchFor(await readAfter(organization()), realmId, ' ! ', none, true)).to.equal(undefined);
  });
});
