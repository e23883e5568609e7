import { expect } from 'chai';
import { handlerOf } from '../../src/define/handlers.ts';
import type { Planned } from '../../src/define/policy.ts';
import { announcements } from '../../src/policies/announcements.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, happened, realmId, recorded, stateAfter } from '../support/given.ts';
import { channel, user } from '../support/organization.ts';
import { archived, came, founded, opened } from '../support/past.ts';

const bot: Given[] = [
  happened(logStream.person(realmId, user(1)), 'PersonDescribed', {
    userId: user(1),
    fullName: 'Notification Bot',
    email: 'notification-bot@test.example',
    timezone: '',
  }),
  happened(logStream.directory(realmId), 'UserCreated', {
    userId: user(1),
    role: 400,
    addressFingerprint: 'fp:bot',
    bot: { type: 1, ownerId: null },
  }),
];
const by = { actor: user(3) };
const made = (id: number, name: string): Given => {
  const { stream, event } = opened(id, name, [3]);
  return { stream, event: { ...event, data: { ...event.data, creatorId: user(3) } } as never, metadata: by };
};
const announceIn = (id: number | null): Given =>
  happened(logStream.realm(realmId), 'NotificationsChannelSet', { channelId: id === null ? null : channel(id) });
const announced = (...ids: number[]): Given =>
  happened(logStream.channels(realmId), 'AnnouncementRequested', { channelIds: ids.map(channel) }, by);
const added = (notify?: { userIds: number[]; channelIds: number[] }[]): Given =>
  happened(
    logStream.channel(realmId, channel(2)),
    'SubscribersAdded',
    { channelId: channel(2), userIds: [user(4)], ...(notify ? { notify: notify as never } : {}) },
    by,
  );
const past = [founded(), ...bot, ...came(3), ...came(4), made(2, 'Plans'), made(5, 'Other'), announceIn(5)];

/** What the policy plans about the last event of the past, subject by subject. */
function planned(...events: Given[]): Planned[] {
  const state = stateAfter(events);
  const last = recorded(events).at(-1) as Recorded;
  const subjects = handlerOf(announcements.on, last)?.(last, state) ?? [];
  let id = 0;
  const mint = { messageId: () => ++id as MessageId };
  return subjects.flatMap((subject) => announcements.plan?.(last, subject, state, mint) ?? []);
}
const says = (messageId: number, place: object, content: string) => ({
  command: 'send-notice',
  input: { messageId, senderId: 1, place, content },
});
const inTopic = (channelId: number, topic: string) => ({ kind: 'channel', channelId, topic });

describe('announcements', () => {
  it('say in a new stream who made it', () => {
    expect(planned(...past, made(6, 'New'))).to.deep.equal([
      says(1, inTopic(6, 'stream events'), 'Stream created by @_**User 3|3**.'),
    ]);
  });

  it('are silent about streams that nobody made', () => {
    const { stream, event } = opened(6, 'general', []);
    const byNobody = { stream, event: { ...event, data: { ...event.data, creatorId: null } } as never };
    expect(planned(...past, byNobody)).to.deep.equal([]);
  });

  it('announce one new stream, or several, where the organization wants it', () => {
    expect(planned(...past, announced(2))).to.deep.equal([
      says(1, inTopic(5, 'new streams'), '@_**User 3|3** created a new stream #**Plans**.'),
    ]);
    expect(planned(...past, announced(2, 5))).to.deep.equal([
      says(1, inTopic(5, 'new streams'), '@_**User 3|3** created the following streams: #**Plans**, #**Other**.'),
    ]);
  });

  it('announce nothing where there is no place for it any more', () => {
    expect(planned(...past, announceIn(null), announced(2))).to.deep.equal([]);
    expect(planned(...past, archived(5, 'Other'), announced(2))).to.deep.equal([]);
  });

  it('tell everybody whom somebody else subscribed, each in private', () => {
    const told = [
      { userIds: [4], channelIds: [2] },
      { userIds: [3], channelIds: [2, 5] },
    ];
    expect(planned(...past, added(told))).to.deep.equal([
      says(1, { kind: 'private', userIds: [1, 4] }, '@**User 3** subscribed you to the stream #**Plans**.'),
      says(
        2,
        { kind: 'private', userIds: [1, 3] },
        '@**User 3** subscribed you to the following streams:\n\n* #**Plans**\n* #**Other**',
      ),
    ]);
    expect(planned(...past, added())).to.deep.equal([]);
  });

  it('say nothing in an organization without a Notification Bot', () => {
    const without = past.filter((one) => !bot.includes(one));
    for (const last of [made(6, 'New'), announced(2), added([{ userIds: [4], channelIds: [2] }])])
      expect(planned(...without, last)).to.deep.equal([]);
  });
});
