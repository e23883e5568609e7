import { expect } from 'chai';
import type { HeldMessages } from '../../../src/queries/trail/held-events.ts';
import { searchFor } from '../../../src/queries/trail/search.ts';
import type { Recorded } from '../../../src/vocabulary/events/index.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { realmId } from '../../support/given.ts';
import { organization, readAfter } from '../../support/organization.ts';
import { edits, inTopic, opened, sends, text } from '../../support/past-events.ts';
import { turnsDuring } from '../../support/turns.ts';

const none: string[] = [];
const noneHeld: HeldMessages = { messages: new Map(), events: async () => [] };

/** Deleted messages that each have these versions. */
function heldMessages(count: number, versions: readonly string[]): HeldMessages {
  const ids = Array.from({ length: count }, (_, number) => (number + 1) as MessageId);
  const events = versions.map((content, at) => ({
    type: at === 0 ? 'MessageSent' : 'MessageEdited',
    data: { text: { content } },
  }));
  return { messages: new Map(ids.map((id) => [id, {}])), events: async () => events as Recorded[] };
}

describe('a search of the trail', () => {
  it('finds topics with all of the words, whatever their ending, so many and no more (searchedTopicsMax)', async () => {
    const view = await readAfter(organization());
    const found = await searchFor(view, realmId, 'happy meeting', ['Happy meetings', 'meeting', 'unhappy'], undefined);
    expect(found?.orKeys).to.deep.equal(['phappy meetings']);
    const many = Array.from({ length: limits.searchedTopicsMax + 1 }, (_, number) => `topic ${number}`);
    expect((await searchFor(view, realmId, 'topic', many, undefined))?.orKeys).to.have.length(limits.searchedTopicsMax);
  });

  it('yields to the event loop between many topics', async () => {
    const view = await readAfter(organization());
    const topics = Array.from({ length: 50_000 }, (_, at) => `release ${at} notes`);
    const turns = await turnsDuring(() => searchFor(view, realmId, 'relation', topics, undefined));
    expect(turns).to.be.above(2);
  });

  it('finds messages only with content, the newest of them (searchedMessagesMax)', async () => {
    const messages = Array.from({ length: limits.searchedMessagesMax + 1 }, (_, number) =>
      sends(number + 1, 1, inTopic(1, 't'), text('a secret merger')),
    );
    const view = await readAfter([...organization(), opened(1, 'plans', [1]), ...messages]);
    expect((await searchFor(view, realmId, 'merger', none, undefined))?.orKeys).to.deep.equal([]);
    const found = await searchFor(view, realmId, 'merger secret', none, noneHeld);
    expect(found?.orKeys).to.have.length(limits.searchedMessagesMax);
    expect(found?.orKeys[0]).to.equal(`omessage:${limits.searchedMessagesMax + 1}`);
  });

  it('finds messages by words that were edited away, together with words that are left', async () => {
    const place = inTopic(1, 't');
    const view = await readAfter([
      ...organization(),
      opened(1, 'plans', [1]),
      sends(1, 1, place, text('a secret merger')),
      sends(2, 1, place, text('a secret lunch')),
      edits(1, 1, place, 'a secret lunch', 'a secret merger'),
      edits(1, 1, place, 'a lunch', 'a secret lunch'),
      edits(2, 1, place, 'a merger', 'a secret lunch'),
    ]);
    const found = async (words: string) => (await searchFor(view, realmId, words, none, noneHeld))?.orKeys;
    expect(await found('merger')).to.deep.equal(['omessage:2', 'omessage:1']);
    expect(await found('mergers lunch')).to.deep.equal(['omessage:2', 'omessage:1']);
    expect(await found('dinner')).to.deep.equal([]);
    expect((await searchFor(view, realmId, 'merger', none, undefined))?.orKeys).to.deep.equal([]);
  });

  it('finds deleted messages that a legal hold keeps by the words of all their versions, the newest of them (searchedHeldMax)', async () => {
    const view = await readAfter(organization());
    const held = heldMessages(limits.searchedHeldMax + 1, ['a merger', 'lunch']);
    const found = await searchFor(view, realmId, 'merger', none, held);
    expect(found?.heldKeys).to.have.length(limits.searchedHeldMax);
    expect(found?.heldKeys[0]).to.equal(`omessage:${limits.searchedHeldMax + 1}`);
    expect(found?.orKeys).to.deep.equal(found?.heldKeys);
    expect((await searchFor(view, realmId, 'lunch', none, held))?.heldKeys).to.have.length(limits.searchedHeldMax);
    expect((await searchFor(view, realmId, 'merger lunch', none, held))?.heldKeys).to.have.length(
      limits.searchedHeldMax,
    );
    expect((await searchFor(view, realmId, 'merger dinner', none, held))?.heldKeys).to.deep.equal([]);
    expect((await searchFor(view, realmId, 'merger', none, undefined))?.heldKeys).to.deep.equal([]);
  });

  it('reads so many versions of deleted messages and no more, and yields to the event loop between them (searchedVersionsMax)', async () => {
    const view = await readAfter(organization());
    const long = 'some words of a long text, '.repeat(100);
    const versions = Array.from({ length: limits.searchedVersionsMax / 2 }, () => long);
    const held = heldMessages(3, [...versions.slice(1), `${long} merger`]);
    let found: readonly string[] | undefined;
    const turns = await turnsDuring(async () => {
      found = (await searchFor(view, realmId, 'merger', none, held))?.heldKeys;
    });
    expect(found).to.deep.equal(['omessage:3', 'omessage:2']);
    expect(turns).to.be.above(2);
  });

  it('needs words', async () => {
    expect(await searchFor(await readAfter(organization()), realmId, ' ! ', none, noneHeld)).to.equal(undefined);
  });
});
