import { expect } from 'chai';
import { storedBy } from '../../src/state/bot-storage.ts';
import { stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { founded } from '../support/past-events.ts';
import { stored } from '../support/writes.ts';

describe('the state of what bots store', () => {
  it('has the keys and their sizes, and no users without any', () => {
    const past = [
      founded(),
      stored(6, { a: '1', b: 'ü' }),
      stored(7, { a: '1' }),
      stored(6, { a: '12' }, 'b'),
      stored(7, {}, 'a'),
    ];
    const { botStorage } = stateAfter(past);
    expect([...storedBy(botStorage, user(6))]).to.deep.equal([['a', 3]]);
    expect([...botStorage.keys()]).to.deep.equal([6]);
    expect(storedBy(botStorage, user(9)).size).to.equal(0);
  });
});
