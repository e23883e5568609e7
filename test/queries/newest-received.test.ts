import { expect } from 'chai';
import { newestReceived } from '../../src/queries/newest-received.ts';
import type { RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { type Given, realmId } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { founded, inTopic, joins, leaves, newUser, opened, sends } from '../support/past-events.ts';

const streams = Array.from({ length: 30 }, (_, at) => at + 1);
/** User 2 is in thirty streams, and not in the stream 31. */
const past: readonly Given[] = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  ...streams.map((id) => opened(id, `stream ${id}`, [1, 2])),
  opened(31, 'other', [1]),
];
const newest = async (...more: Given[]) =>
  newestReceived(await readAfter(...past, ...more), realmId as RealmId, 2 as UserId);
const messages = (from: number, count: number, channelId: number) =>
  Array.from({ length: count }, (_, at) => sends(from + at, 1, inTopic(channelId, 't')));

describe('the newest received message of a user with many subscriptions', () => {
  it('is the newest that they received, however many others are newer', async () => {
    expect(await newest()).to.equal(-1);
    expect(await newest(...messages(1, 3, 7), ...messages(4, 2, 31))).to.equal(3);
    expect(await newest(...messages(1, 3, 7), ...messages(4, 60, 31))).to.equal(3);
  });

  it('is not from before they were subscribed, or from after they left', async () => {
    expect(await newest(...messages(1, 3, 31), joins(31, 2))).to.equal(-1);
    expect(await newest(...messages(1, 3, 7), leaves(7, 2), ...messages(4, 2, 7))).to.equal(3);
  });
});
