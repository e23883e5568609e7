import { expect } from 'chai';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { shown, standsForUser } from '../../src/vocabulary/shown-email.ts';

const ada = { userId: 7 as UserId, email: 'ada@test.example', bot: null };
const bot = { userId: 8 as UserId, email: 'help-bot@test.example', bot: { type: 1 } };
const seenBy = (visibility: 1 | 3 | 4) => ({ visibility, emailDomain: 'test.example' });

describe('the address under which a user is shown', () => {
  it('is their own if everyone may see it', () => {
    expect(shown(ada, seenBy(1))).to.equal(ada);
  });

  it('is another one if it is hidden, except for bots', () => {
    for (const visibility of [3, 4] as const) {
      expect(shown(ada, seenBy(visibility))).to.deep.equal({
        ...ada,
        email: 'user7@noreply.test.example',
        deliveryEmail: 'ada@test.example',
      });
      expect(shown(bot, seenBy(visibility))).to.equal(bot);
    }
  });

  it('leads back to the user, whatever its case, and no other address does', () => {
    const meant = (address: string) => standsForUser(address, seenBy(3));
    expect(meant('USER7@noreply.test.example ')).to.equal(7);
    for (const other of [
      'user7@test.example',
      'user07@noreply.test.example',
      'user@noreply.test.example',
      'ada@test.example',
      '',
    ])
      expect(meant(other), other).to.equal(undefined);
  });
});
