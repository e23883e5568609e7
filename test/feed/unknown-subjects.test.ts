/** Events about a stream, a user or a bot that the state does not have cause no client event. */
import { expect } from 'chai';
import { feedOf, summaries } from '../support/feed.ts';
import { archived, founded, joins, newUser, opened } from '../support/past-events.ts';
import {
  answered,
  channelRenamed,
  deactivated,
  fieldCreated,
  newBot,
  ownerChanged,
  reactivated,
  roleChanged,
  wants,
} from '../support/writes.ts';

const past = [founded(), ...newUser(1, { role: 100 }), ...newUser(2), fieldCreated(1), opened(1, 'plans', [])];
const summary = (...news: Parameters<typeof feedOf>[1]) => summaries(feedOf(past, news)).map(([what]) => what);

describe('client events do not exist', () => {
  it('about changes of a stream that is unknown or archived', () => {
    expect(summary(channelRenamed(9, 'new', 'old'), archived(9, 'old'), wants(2, 9, { is_muted: true }))).to.deep.equal(
      [],
    );
    expect(summary(archived(1, 'plans'), archived(1, 'plans'))).to.deep.equal(['stream delete']);
  });

  it('about an addition of no users', () => {
    expect(summary(joins(1))).to.deep.equal([]);
  });

  it('about changes of an unknown user', () => {
    expect(
      summary(deactivated(9), reactivated(9), roleChanged(9, 200, 400), answered(9, 1, 'x'), ownerChanged(9, 1, 2)),
    ).to.deep.equal([]);
  });

  it('about the loss of a bot that had no owner', () => {
    const news = { ...ownerChanged(5, 2, 1) };
    const { event } = news;
    const first = { ...news, event: { ...event, data: { ...event.data, previousOwnerId: null } } } as typeof news;
    const whole = [...past, ...newBot(5, null)];
    expect(summaries(feedOf(whole, [first])).map(([what]) => what)).to.deep.equal([
      'realm_user update bot_owner_id',
      'realm_bot add',
      'realm_bot update owner_id',
    ]);
  });
});
