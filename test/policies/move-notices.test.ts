import { expect } from 'chai';
import { moveNotices } from '../../src/policies/move-notices.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId } from '../support/given.ts';
import { channel, user } from '../support/organization.ts';
import { founded, inTopic, newUser, opened, sends } from '../support/past-events.ts';
import { plannedBy, subjectsOf } from '../support/policy.ts';
import { notificationBotCame } from './notification-bot-fixture.ts';

const moved = (notices: { noticeOld: boolean; noticeNew: boolean }, actor: number | null = 3): Given =>
  happened(
    logStream.topics(realmId),
    'TopicMoved',
    {
      channelId: channel(1),
      topic: 'lunch',
      messageId: 7 as MessageId,
      which: 'all',
      to: { channelId: channel(2), topic: 'dinner', topicLinks: [] },
      ...notices,
    },
    { actor: actor === null ? null : user(actor) },
  );

const organization = [...newUser(3), opened(1, 'Plans', [3]), opened(2, 'Food', [3]), sends(7, 3, inTopic(1, 'lunch'))];
const past = [founded(), ...notificationBotCame(1), ...organization];
const planned = (event: Given) => plannedBy(moveNotices, [...past, event]);

const inOldPlace = (messageId: number) => ({
  command: 'send-notice',
  input: {
    messageId,
    senderId: 1,
    place: inTopic(1, 'lunch'),
    content: 'This topic was moved by @_**User 3|3** to #**Food>dinner**',
    writer: 3,
  },
});
const inNewPlace = (messageId: number) => ({
  command: 'send-notice',
  input: {
    messageId,
    senderId: 1,
    place: inTopic(2, 'dinner'),
    content: 'This topic was moved here from #**Plans>lunch** by @_**User 3|3**',
    writer: 3,
  },
});

describe('the move-notices policy', () => {
  it('makes the request wait for the messages', () => {
    expect(moveNotices.awaited).to.equal(true);
  });

  it('posts in the new place, then in the old one, if both were requested', () => {
    expect(planned(moved({ noticeOld: true, noticeNew: true }))).to.deep.equal([inNewPlace(1), inOldPlace(2)]);
  });

  it('posts in one place only, if only that one was requested', () => {
    expect(planned(moved({ noticeOld: true, noticeNew: false }))).to.deep.equal([inOldPlace(1)]);
    expect(planned(moved({ noticeOld: false, noticeNew: true }))).to.deep.equal([inNewPlace(1)]);
  });

  it('has one action for each move', () => {
    expect(subjectsOf(moveNotices, [...past, moved({ noticeOld: false, noticeNew: true })])).to.deep.equal(['']);
  });

  it('does nothing if no notice was requested', () => {
    expect(subjectsOf(moveNotices, [...past, moved({ noticeOld: false, noticeNew: false })])).to.deep.equal([]);
  });

  it('posts nothing without an actor or a Notification Bot', () => {
    expect(planned(moved({ noticeOld: true, noticeNew: true }, null))).to.deep.equal([]);
    expect(
      plannedBy(moveNotices, [founded(), ...organization, moved({ noticeOld: true, noticeNew: true })]),
    ).to.deep.equal([]);
  });
});
