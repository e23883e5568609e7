import { expect } from 'chai';
import { isTopicMuted, preferencesOf, subscriptionOf } from '../../src/state/preferences.ts';
import { displayDefaults, displayOf } from '../../src/vocabulary/display-settings.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { notificationDefaults, notificationsOf, subscriptionDefaults } from '../../src/vocabulary/settings.ts';
import { wordsErased } from '../support/erasure-writes.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { channel, user } from '../support/organization.ts';
import { founded, mutes } from '../support/past-events.ts';
import { looks, ofUser, sets, statusChanged, unmutes, wants } from '../support/writes.ts';

const preferencesAfter = (...events: Given[]) => preferencesOf(stateAfter([founded(), ...events]).preferences, 1);

describe('the state of preferences', () => {
  it('has the defaults for a user who set nothing', () => {
    const preferences = preferencesAfter(sets(2, { enable_sounds: false }));
    expect(notificationsOf(preferences)).to.deep.equal(notificationDefaults);
    expect(subscriptionOf(preferences, channel(4))).to.deep.equal(subscriptionDefaults(channel(4)));
    expect(preferences.muted).to.deep.equal([]);
  });

  it('has the newest value of each notification setting', () => {
    const preferences = preferencesAfter(
      sets(1, { enable_sounds: false, notification_sound: 'ding' }),
      sets(1, { notification_sound: 'zulip' }),
    );
    expect(notificationsOf(preferences)).to.deep.equal({
      ...notificationDefaults,
      enable_sounds: false,
      notification_sound: 'zulip',
    });
  });

  it('has the newest value of each display setting', () => {
    expect(displayOf(preferencesAfter())).to.deep.equal(displayDefaults);
    const preferences = preferencesAfter(
      looks(1, { color_scheme: 2, twenty_four_hour_time: true }),
      looks(1, { color_scheme: 3 }),
    );
    expect(displayOf(preferences)).to.deep.equal({ ...displayDefaults, color_scheme: 3, twenty_four_hour_time: true });
  });

  it('has the status of a user, until it is erased', () => {
    const changes = [sets(1, { enable_sounds: false }), statusChanged(1, { text: 'busy' })];
    expect(preferencesAfter(...changes, statusChanged(1, { away: true })).status).to.deep.equal({
      away: true,
      text: 'busy',
    });
    const erased = preferencesAfter(...changes, wordsErased(1));
    expect(erased).not.to.have.property('status');
    expect(erased.notifications).to.deep.equal({ enable_sounds: false });
  });

  it('has the last e-mail about missed messages, and whether the Welcome Bot has answered', () => {
    const emailed = ofUser(1, 'MissedMessagesEmailed', { userId: user(1), upTo: 7 as MessageId });
    const answered = ofUser(1, 'WelcomeAnswered', { userId: user(1) });
    const preferences = preferencesAfter(
      sets(1, { enable_sounds: false }),
      { ...emailed, metadata: { at: 5 } },
      answered,
    );
    expect(preferences).to.deep.include({ emailed: { upTo: 7, at: 5 }, welcomeAnswered: true });
    expect(preferences.notifications).to.deep.equal({ enable_sounds: false });
    expect(preferencesAfter()).not.to.have.any.keys('emailed', 'welcomeAnswered');
  });

  it('has the newest value of each property of each subscription', () => {
    const preferences = preferencesAfter(
      wants(1, 4, { is_muted: true, pin_to_top: true }),
      wants(1, 4, { is_muted: false }),
      wants(1, 5, { color: '#123456' }),
    );
    expect(subscriptionOf(preferences, channel(4))).to.deep.equal({
      ...subscriptionDefaults(channel(4)),
      is_muted: false,
      pin_to_top: true,
    });
    expect(subscriptionOf(preferences, channel(5))).to.deep.equal({
      ...subscriptionDefaults(channel(5)),
      color: '#123456',
    });
  });

  it('mutes topics of a channel without regard to case, each once, with the time of the first', () => {
    const preferences = preferencesAfter(
      mutes(1, 4, 'Lunch', 1_000),
      mutes(1, 4, 'lunch', 2_000),
      mutes(1, 5, 'x', 3_000),
    );
    expect(preferences.muted).to.deep.equal([
      { channelId: 4, topic: 'Lunch', mutedAt: 1_000 },
      { channelId: 5, topic: 'x', mutedAt: 3_000 },
    ]);
    expect(isTopicMuted(preferences, channel(4), 'LUNCH')).to.equal(true);
    expect(isTopicMuted(preferences, channel(5), 'lunch')).to.equal(false);
    expect(isTopicMuted(preferences, channel(4), 'dinner')).to.equal(false);
  });

  it('unmutes one topic of one channel', () => {
    const muted = [mutes(1, 4, 'Lunch'), mutes(1, 5, 'Lunch'), mutes(1, 4, 'Dinner')];
    const { muted: left } = preferencesAfter(...muted, unmutes(1, 4, 'lunch'));
    expect(left.map(({ channelId, topic }) => [channelId, topic])).to.deep.equal([
      [5, 'Lunch'],
      [4, 'Dinner'],
    ]);
  });
});
