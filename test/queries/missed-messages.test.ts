import { expect } from 'chai';
import { missedMessages } from '../../src/queries/missed-messages.ts';
import { digestMessagesMax } from '../../src/vocabulary/limits.ts';
import { realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { between, inTopic, opened, says, text } from '../support/past-events.ts';

describe('missed messages', () => {
  it('are unread private messages and mentions after a message, of which the newest digestMessagesMax are shown', async () => {
    const view = await readAfter(organization(), [
      opened(1, 'general', [1, 3]),
      says(1, 1, between(1, 3)),
      says(2, 1, inTopic(1, 'x')),
      says(3, 1, inTopic(1, 'x'), text('@', { mentioned: [user(3)] })),
      says(4, 1, between(1, 2, 3)),
      says(5, 1, between(1, 2)),
      ...Array.from({ length: digestMessagesMax }, (_, index) => says(6 + index, 1, between(1, 3))),
    ]);
    const missed = async (after: number) => {
      const found = await missedMessages(view, realmId, user(3), after);
      return found && [found.count, found.newest, ...found.shown.map(({ messageId }) => messageId)];
    };
    const last = 5 + digestMessagesMax;
    expect((await missed(0))?.slice(0, 4)).to.deep.equal([3 + digestMessagesMax, last, 6, 7]);
    expect(await missed(last - 1)).to.deep.equal([1, last, last]);
    expect(await missed(last)).to.equal(undefined);
  });

  it('are those of others, also where somebody sends with a program', async () => {
    const view = await readAfter(organization(), [
      opened(1, 'general', [1, 3]),
      says(1, 3, between(1, 3), 'by a program', { client: 'curl' }),
      says(2, 3, inTopic(1, 'x'), text('@', { mentioned: [user(3)] }), { client: 'curl' }),
      says(3, 1, between(1, 3)),
      says(4, 3, between(3), 'a note', { client: 'curl' }),
    ]);
    const found = await missedMessages(view, realmId, user(3), 0);
    expect([found?.count, found?.newest, found?.shown.map(({ messageId }) => messageId)]).to.deep.equal([1, 3, [3]]);
  });
});
