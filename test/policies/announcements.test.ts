import { expect } from 'chai';
import { announcements } from '../../src/policies/announcements.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { channel, user } from '../support/organization.ts';
import { archived, founded, inTopic, newUser, opened } from '../support/past-events.ts';
import { plannedBy, plannedFor, subjectsOf } from '../support/policy.ts';
import { announcesIn, newBot, settingsChanged } from '../support/writes.ts';
import { notificationBotCame } from './notification-bot-fixture.ts';

const by = { actor: user(3) };
const created = (id: number, name: string, creatorId: number | null): Given => {
  const { stream, event } = opened(id, name, [3]);
  const creator = creatorId === null ? null : user(creatorId);
  return { stream, event: { ...event, data: { ...event.data, creatorId: creator } } as Given['event'], metadata: by };
};
const announcementRequested = (channelIds: number[], metadata: Given['metadata'] = by): Given =>
  happened(logStream.channels(realmId), 'AnnouncementRequested', { channelIds: channelIds.map(channel) }, metadata);

type Notify = readonly { readonly userIds: readonly number[]; readonly channelIds: readonly number[] }[];
const added = (notify: Notify | undefined, metadata: Given['metadata'] = by): Given =>
  happened(
    logStream.channel(realmId, channel(2)),
    'SubscribersAdded',
    {
      channelId: channel(2),
      userIds: [user(4)],
      ...(notify && {
        notify: notify.map(({ userIds, channelIds }) => ({
          userIds: userIds.map(user),
          channelIds: channelIds.map(channel),
        })),
      }),
    },
    metadata,
  );

/** Users 3 and 4; streams 2 and 5; new streams are announced in stream 5. */
const people = [...newUser(3), ...newUser(4), created(2, 'Plans', 3), created(5, 'Other', 3), announcesIn(5)];
const past = [founded(), ...notificationBotCame(1), ...people];
const planned = (event: Given, ...later: Given[]) => plannedBy(announcements, [...past, event], later);
const notice = (messageId: number, place: object, content: string, more = {}) => ({
  command: 'send-notice',
  input: { messageId, senderId: 1, place, content, writer: 3, ...more },
});
/** Whoever asked for it has read it. */
const readBy3 = { readBy: 3 };

describe('the announcements policy', () => {
  it('makes the request wait for the messages', () => {
    expect(announcements.awaited).to.equal(true);
  });

  describe('when a stream was renamed', () => {
    const renamed = (actor: number | null) =>
      happened(
        logStream.channels(realmId),
        'ChannelRenamed',
        { channelId: channel(2), name: 'Goals', previousName: 'Plans' },
        { actor: actor === null ? null : user(actor) },
      );

    it('posts in the stream who renamed it', () => {
      const content = '@_**User 3|3** renamed stream **Plans** to **Goals**.';
      expect(subjectsOf(announcements, [...past, renamed(3)])).to.deep.equal(['']);
      expect(planned(renamed(3))).to.deep.equal([notice(1, inTopic(2, 'stream events'), content)]);
    });

    it('posts nothing if the service itself renamed it, or it was archived in the meantime', () => {
      expect(subjectsOf(announcements, [...past, renamed(null)])).to.deep.equal([]);
      expect(planned(renamed(3), archived(2, 'Goals'))).to.deep.equal([]);
    });
  });

  describe('when a stream was created', () => {
    it('posts in the new stream who created it', () => {
      expect(subjectsOf(announcements, [...past, created(6, 'New', 3)])).to.deep.equal(['6']);
      expect(planned(created(6, 'New', 3))).to.deep.equal([
        notice(1, inTopic(6, 'stream events'), 'Stream created by @_**User 3|3**.', readBy3),
      ]);
    });

    it('posts nothing about a stream without a creator', () => {
      expect(subjectsOf(announcements, [...past, created(6, 'New', null)])).to.deep.equal([]);
    });

    it('posts nothing if the stream was archived in the meantime', () => {
      expect(planned(created(6, 'New', 3), archived(6, 'New'))).to.deep.equal([]);
    });
  });

  describe('when an announcement was requested', () => {
    it('names one new stream, or several, in the announcement stream', () => {
      expect(subjectsOf(announcements, [...past, announcementRequested([2])])).to.deep.equal(['']);
      expect(planned(announcementRequested([2]))).to.deep.equal([
        notice(1, inTopic(5, 'new streams'), '@_**User 3|3** created a new stream #**Plans**.', readBy3),
      ]);
      expect(planned(announcementRequested([2, 5]))).to.deep.equal([
        notice(
          1,
          inTopic(5, 'new streams'),
          '@_**User 3|3** created the following streams: #**Plans**, #**Other**.',
          readBy3,
        ),
      ]);
    });

    it('mentions nobody by the name of a stream', () => {
      const [action] = plannedBy(announcements, [...past, created(6, 'x ** @**all**', 3), announcementRequested([6])]);
      expect(action).to.have.nested.property(
        'input.content',
        '@_**User 3|3** created a new stream #**x ∗∗ @∗∗all∗∗**.',
      );
    });

    it('posts nothing if nobody requested it', () => {
      expect(subjectsOf(announcements, [...past, announcementRequested([2], { actor: null })])).to.deep.equal([]);
    });

    it('posts nothing without an announcement stream', () => {
      expect(subjectsOf(announcements, [...past, announcesIn(null), announcementRequested([2])])).to.deep.equal([]);
    });

    it('posts nothing if the announcement stream was unset or archived in the meantime', () => {
      expect(planned(announcementRequested([2]), announcesIn(null))).to.deep.equal([]);
      expect(planned(announcementRequested([2]), archived(5, 'Other'))).to.deep.equal([]);
    });
  });

  describe('when users were subscribed by someone else', () => {
    it('notifies each of them in private, as a separate action', () => {
      const event = added([
        { userIds: [4], channelIds: [2] },
        { userIds: [3], channelIds: [2, 5] },
      ]);
      expect(subjectsOf(announcements, [...past, event])).to.deep.equal(['4', '3']);
      expect(planned(event)).to.deep.equal([
        notice(1, { kind: 'private', userIds: [1, 4] }, '@**User 3** subscribed you to the stream #**Plans**.'),
        notice(
          2,
          { kind: 'private', userIds: [1, 3] },
          '@**User 3** subscribed you to the following streams:\n\n* #**Plans**\n* #**Other**',
        ),
      ]);
    });

    it('notifies nobody if the event names no users, or no streams', () => {
      expect(subjectsOf(announcements, [...past, added(undefined)])).to.deep.equal([]);
      expect(planned(added([{ userIds: [4], channelIds: [] }]))).to.deep.equal([]);
    });

    it('notifies nobody without an actor', () => {
      const event = added([{ userIds: [4], channelIds: [2] }], { actor: null });
      expect(subjectsOf(announcements, [...past, event])).to.deep.equal([]);
    });
  });

  describe('a new user', () => {
    const signups = settingsChanged({ signup_notifications_stream_id: channel(5) });
    const newcomer = newUser(9);

    it('is announced in the stream for new users, with the number of people', () => {
      const [described, account] = newcomer;
      if (!described || !account) throw new Error('nobody came');
      const before = [...past, signups, described, account];
      expect(subjectsOf(announcements, before)).to.deep.equal(['']);
      const content = '@_**User 9|9** just signed up for Zulip. (total: 3)';
      expect(plannedBy(announcements, before)).to.deep.equal([
        {
          ...notice(1, inTopic(5, 'signups'), content),
          input: { ...notice(1, inTopic(5, 'signups'), content).input, writer: 9 },
        },
      ]);
      expect(plannedBy(announcements, before, [archived(5, 'Other')])).to.deep.equal([]);
    });

    it('is not announced if no stream is set, and bots never are', () => {
      expect(subjectsOf(announcements, [...past, ...newcomer])).to.deep.equal([]);
      expect(subjectsOf(announcements, [...past, signups, ...newBot(9, 3)])).to.deep.equal([]);
    });
  });

  it('plans nothing without an actor, a creator or a bot, even if an action was called for', () => {
    const noActor = { actor: null };
    const goals = { channelId: channel(2), name: 'Goals', previousName: 'Plans' };
    const named = [{ userIds: [4], channelIds: [2] }];
    for (const [event, subject] of [
      [created(6, 'New', null), '6'],
      [announcementRequested([2], noActor), ''],
      [happened(logStream.channels(realmId), 'ChannelRenamed', goals, noActor), ''],
      [added(named, noActor), '4'],
      [added(undefined), '4'],
      [added([{ userIds: [3], channelIds: [2] }]), '4'],
    ] as const)
      expect(plannedFor(announcements, [...past, event], subject)).to.deep.equal([]);
    const withoutBot = [founded(), ...people];
    expect(plannedFor(announcements, [...withoutBot, added(named)], '4')).to.deep.equal([]);
    expect(plannedFor(announcements, [...withoutBot, announcesIn(null), announcementRequested([2])], '')).to.deep.equal(
      [],
    );
  });

  it('posts nothing in an organization without a Notification Bot', () => {
    const events = [created(6, 'New', 3), announcementRequested([2]), added([{ userIds: [4], channelIds: [2] }])];
    for (const event of events)
      expect(subjectsOf(announcements, [founded(), ...people, event]), event.event.type).to.deep.equal([]);
  });
});
