import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { isSameEmoji, reactedMessage } from '../../src/state/reactions.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, realmId, recorded } from '../support/given.ts';
import { deletes, inTopic, reacts, sends } from '../support/past-events.ts';

const lunch = inTopic(1, 'Lunch');
const tada = { name: 'tada', code: '1f389', type: 'unicode_emoji' } as const;
const folded = (...past: Given[]) => foldAggregate(reactedMessage, recorded(past));

describe('state/reactions', () => {
  it('keeps current reactions, and who changed them', () => {
    const own = folded(sends(7, 2, lunch), reacts(7, 3, lunch, tada), reacts(7, 2, lunch, { ...tada, name: 'hooray' }));
    expect(own.reactions).to.deep.equal([
      { userId: 3, emoji: tada },
      { userId: 2, emoji: { ...tada, name: 'hooray' } },
    ]);
    const then = folded(sends(7, 2, lunch), reacts(7, 3, lunch, tada), reacts(7, 3, lunch, tada, { back: true }));
    expect(then.reactions).to.deep.equal([]);
    expect(then.changedBy).to.deep.equal([3, 3]);
  });

  it('loses only the reaction that is removed', () => {
    const realm = { name: 'tada', code: '1f389', type: 'realm_emoji' } as const;
    const tea = { name: 'tea', code: '1f375', type: 'unicode_emoji' } as const;
    const added = [tada, realm, tea].map((emoji) => reacts(7, 3, lunch, emoji));
    const own = folded(
      sends(7, 2, lunch),
      ...added,
      reacts(7, 2, lunch, tada),
      reacts(7, 3, lunch, tada, { back: true }),
    );
    expect(own.reactions).to.deep.equal([
      { userId: 3, emoji: realm },
      { userId: 3, emoji: tea },
      { userId: 2, emoji: tada },
    ]);
    // Under another name it is the same.
    expect(isSameEmoji(tada, { ...tada })).to.equal(true);
    expect([isSameEmoji(tada, realm), isSameEmoji(tada, tea)]).to.deep.equal([false, false]);
  });

  it('is found by a message that was not deleted', () => {
    const next = (...past: Given[]) => reactedMessage.leadsTo?.(folded(...past), realmId);
    expect(next(sends(7, 2, lunch))).to.equal(logStream.emoji(realmId, 7 as never));
    expect(next(sends(7, 2, lunch), deletes(7, 2, lunch))).to.equal(undefined);
    expect(next()).to.equal(undefined);
  });
});
