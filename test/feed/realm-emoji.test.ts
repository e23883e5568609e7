import { expect } from 'chai';
import { feedOf } from '../support/feed.ts';
import { founded, newUser } from '../support/past-events.ts';
import { emojiCreated, emojiDeactivated } from '../support/writes.ts';

describe('client events about custom emoji', () => {
  it('have all custom emoji, for everybody', () => {
    const past = [founded(), ...newUser(1), ...newUser(3, { role: 600 }), emojiCreated(1, 'party')];
    const received = feedOf(past, [emojiCreated(2, 'tea'), emojiDeactivated(1, 'party')]).receivedBy(3);
    for (const event of received) expect(event).to.include({ type: 'realm_emoji', op: 'update' });
    expect(
      received.map(({ realm_emoji: all }) =>
        Object.values(all as Record<string, { name: string; deactivated: boolean }>).map(({ name, deactivated }) => [
          name,
          deactivated,
        ]),
      ),
    ).to.deep.equal([
      [
        ['party', false],
        ['tea', false],
      ],
      [
        ['party', true],
        ['tea', false],
      ],
    ]);
  });
});
