import { expect } from 'chai';
import {
  defaultStreams,
  firstMessageId,
  streamOf,
  subscriptionTo,
  unsubscribedTo,
} from '../../src/feed/channel-facts.ts';
import type { Channel } from '../../src/state/channels.ts';
import { subscriptionDefaults } from '../../src/vocabulary/settings.ts';
import { streamEmailAddress } from '../../src/wire/stream-email.ts';
import { stateAfter } from '../support/given.ts';
import { channel } from '../support/organization.ts';
import { archived, founded, inTopic, newUser, opened, sends } from '../support/past-events.ts';
import { madeDefault } from '../support/writes.ts';

const state = stateAfter([
  founded(),
  ...newUser(1),
  opened(1, 'plans', [1]),
  opened(2, 'Goals', []),
  opened(3, 'achieved', []),
  opened(4, 'gone', []),
  sends(5, 1, inTopic(1, 'c')),
  sends(4, 1, inTopic(1, 'b')),
  sends(6, 1, inTopic(1, 'a')),
  ...[1, 4, 3, 2].map(madeDefault),
  archived(4, 'gone'),
  madeDefault(4),
  madeDefault(9),
]);
const plans = state.channels.byId.get(channel(1)) as Channel;

describe('streams as clients see them, from the folded state', () => {
  it('have the oldest message of any topic, or none', () => {
    expect(firstMessageId(state, channel(1))).to.equal(4);
    expect(firstMessageId(state, channel(2))).to.equal(null);
    expect(streamOf(state, plans)).to.include({ stream_id: 1, name: 'plans', first_message_id: 4 });
  });

  it('are shown to a subscriber with properties, address and subscribers, but without the weekly traffic', () => {
    const address = streamEmailAddress({ channelId: channel(1), name: 'plans' }, 'test.example');
    const shown = subscriptionTo(state, plans, [1]);
    expect(shown).to.deep.include({
      stream_id: 1,
      first_message_id: 4,
      stream_weekly_traffic: null,
      email_address: address,
      subscribers: [1],
      color: subscriptionDefaults(channel(1)).color,
    });
    const own = { ...subscriptionDefaults(channel(1)), color: '#123456' };
    expect(subscriptionTo(state, plans, [1], own)).to.include({ color: '#123456' });
  });

  it('are shown to others without properties', () => {
    expect(unsubscribedTo(state, plans, [1]))
      .to.deep.include({ stream_id: 1, first_message_id: 4, stream_weekly_traffic: null, subscribers: [1] })
      .and.not.to.have.property('color');
    expect(unsubscribedTo(state, plans)).not.to.have.property('subscribers');
  });

  it('are listed as default streams by name, without regard to case, unless they are archived or unknown', () => {
    expect(defaultStreams(state).map(({ name }) => name)).to.deep.equal(['achieved', 'Goals', 'plans']);
  });
});
