import { expect } from 'chai';
import { defaultChannel, shownDefaults } from '../../src/state/bot-defaults.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { channel, organization, user } from '../support/organization.ts';
import { archived, leaves, opened } from '../support/past-events.ts';
import { defaultsChanged, newBot, ownerChanged } from '../support/writes.ts';

/** Member 3 and guest 4 are in stream 2 alone, and nobody in public stream 1 and private stream 3. */
const streams = [
  opened(1, 'open', []),
  opened(2, 'own', [3, 4], { inviteOnly: true }),
  opened(3, 'else', [1], { inviteOnly: true }),
];
const stateOf = (...events: Given[]) => stateAfter([...organization(), ...streams, ...events]);
const nameFor = (ownerId: number | null, channelId: number | null | undefined, ...events: Given[]) => {
  const owner = ownerId === null ? null : user(ownerId);
  return defaultChannel(stateOf(...events), { ownerId: owner }, channelId as never)?.name;
};

describe('the default streams of bots', () => {
  it('are public ones, and those to which the owner is subscribed', () => {
    expect([1, 2, 3].map((id) => nameFor(3, id))).to.deep.equal(['open', 'own', undefined]);
    expect([1, 2, 3].map((id) => nameFor(4, id))).to.deep.equal([undefined, 'own', undefined]);
    expect(nameFor(3, 2, leaves(2, 3))).to.equal(undefined);
  });

  it('do not exist if archived or not set, or for a bot without an owner', () => {
    expect(nameFor(3, 1, archived(1, 'open'))).to.equal(undefined);
    expect([nameFor(3, null), nameFor(3, undefined), nameFor(3, 99)]).to.deep.equal([undefined, undefined, undefined]);
    expect(nameFor(null, 1)).to.equal(undefined);
  });

  it('are shown by their names', () => {
    const shown = (...events: Given[]) => {
      const state = stateOf(...newBot(10, 3), ...events);
      const bot = state.directory.accounts.get(user(10))?.bot;
      return bot && shownDefaults(state, bot);
    };
    expect(shown()).to.deep.equal({ sending: null, register: null, allPublic: false });
    const set = defaultsChanged(10, channel(1), channel(2), true);
    expect(shown(set)).to.deep.equal({ sending: 'open', register: 'own', allPublic: true });
    expect(shown(set, ownerChanged(10, 1, 3))).to.deep.equal({ sending: 'open', register: null, allPublic: true });
  });
});
