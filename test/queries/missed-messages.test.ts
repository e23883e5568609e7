import { expect } from 'chai';
import { missedMessages } from '../../src/queries/missed-messages.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Given, realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { between, inTopic, mutes, mutesChannel, opened, sends, text } from '../support/past-events.ts';
import { sets, wants } from '../support/writes.ts';

describe('missed messages', () => {
  it('are unread private messages and mentions after a message, of which the newest digestMessagesMax are shown', async () => {
    const view = await readAfter(organization(), [
      opened(1, 'general', [1, 3]),
      sends(1, 1, between(1, 3)),
      sends(2, 1, inTopic(1, 'x')),
      sends(3, 1, inTopic(1, 'x'), text('@', { mentioned: [user(3)] })),
      sends(4, 1, between(1, 2, 3)),
      sends(5, 1, between(1, 2)),
      ...Array.from({ length: limits.digestMessagesMax }, (_, index) => sends(6 + index, 1, between(1, 3))),
    ]);
    const missed = async (after: number) => {
      const found = await missedMessages(view, realmId, user(3), after);
      return found && [found.count, found.newest, ...found.shown.map(({ messageId }) => messageId)];
    };
    const last = 5 + limits.digestMessagesMax;
    expect((await missed(0))?.slice(0, 4)).to.deep.equal([3 + limits.digestMessagesMax, last, 6, 7]);
    expect(await missed(last - 1)).to.deep.equal([1, last, last]);
    expect(await missed(last)).to.equal(undefined);
  });

  it('include mentions of everybody for users for whom those count like mentions', async () => {
    const past = [
      opened(1, 'general', [1, 3]),
      opened(2, 'other', [1, 3]),
      ...[1, 2].map((channel) => sends(channel, 1, inTopic(channel, 'x'), text('@', { wildcard: true }))),
      sends(3, 1, inTopic(1, 'loud'), text('@', { wildcard: true })),
      sends(4, 1, inTopic(1, 'loud'), text('@', { wildcard: true, mentioned: [user(3)] })),
    ];
    const ids = async (...more: Given[]) =>
      (await missedMessages(await readAfter(organization(), [...past, ...more]), realmId, user(3), 0))?.shown.map(
        ({ messageId }) => messageId,
      );
    expect(await ids()).to.deep.equal([1, 2, 3, 4]);
    expect(await ids(sets(3, { wildcard_mentions_notify: false }))).to.deep.equal([4]);
    expect(await ids(wants(3, 2, { wildcard_mentions_notify: false }))).to.deep.equal([1, 3, 4]);
    expect(await ids(mutesChannel(3, 2), mutes(3, 1, 'Loud'))).to.deep.equal([1, 4]);
  });

  it('are messages of others, even if somebody sends with a program', async () => {
    const view = await readAfter(organization(), [
      opened(1, 'general', [1, 3]),
      sends(1, 3, between(1, 3), 'by a program', { client: 'curl' }),
      sends(2, 3, inTopic(1, 'x'), text('@', { mentioned: [user(3)] }), { client: 'curl' }),
      sends(3, 1, between(1, 3)),
      sends(4, 3, between(3), 'a note', { client: 'curl' }),
    ]);
    const found = await missedMessages(view, realmId, user(3), 0);
    expect([found?.count, found?.newest, found?.shown.map(({ messageId }) => messageId)]).to.deep.equal([1, 3, [3]]);
  });
});
