import { expect } from 'chai';
import { audienceOf, wantsMessages } from '../../src/state/message-audience.ts';
import type { AccessRule } from '../../src/vocabulary/access-rules.ts';
import type { QueueOptions } from '../../src/vocabulary/events/queue.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { archived, between, founded, inTopic, joins, leaves, newUser, opened, sends } from '../support/past-events.ts';
import { deactivated, newBot } from '../support/writes.ts';

const people = [founded(), ...newUser(1), ...newUser(2), ...newUser(3), ...newUser(4, { role: 600 })];
const open = (inviteOnly: boolean, historyPublic: boolean): Given => {
  const { stream, event } = opened(1, 'stream 1', [1, 3]);
  return { stream, event: { ...event, data: { ...event.data, inviteOnly, historyPublic } } as Given['event'] };
};
const sent = sends(1, 1, inTopic(1, 'x'));
const written = { messageId: 1 as MessageId, senderId: user(1), alsoTo: [], mentioned: [] };
const everybody = { after: 0, limit: 100 };

function audience(events: Given[], place: ReturnType<typeof inTopic> | ReturnType<typeof between>, page = everybody) {
  const state = stateAfter([...people, ...events]);
  const { readers, next } = audienceOf(state, { ...written, place }, page);
  return { rules: readers.map(({ userId, rule }) => [Number(userId), rule]), next };
}

describe('the audience of a message', () => {
  it('of a private message: its participants', () => {
    expect(audience([], between(1, 3)).rules).to.deep.equal([
      [1, 'recipient'],
      [3, 'recipient'],
    ]);
  });

  it('of a public stream: its subscribers, and everybody but guests', () => {
    expect(audience([open(false, true)], inTopic(1, 'x')).rules).to.deep.equal([
      [1, 'subscriber'],
      [2, 'public stream'],
      [3, 'subscriber'],
    ]);
  });

  it('of a private stream: those who received it, also after leaving, and who may read its history', () => {
    const events = [open(true, true)];
    expect(audience([...events], inTopic(1, 'x')).rules).to.deep.equal([
      [1, 'subscriber'],
      [3, 'subscriber'],
    ]);
    expect(audience([open(true, true), archived(1, 'stream 1')], inTopic(1, 'x')).rules).to.deep.equal([]);
  });

  it('excludes inactive accounts', () => {
    expect(audience([deactivated(3)], between(1, 3)).rules).to.deep.equal([[1, 'recipient']]);
  });

  it('of a stream that is archived: those who received it, also after leaving, and nobody else', () => {
    const left = [open(false, true), sent, leaves(1, 3), joins(1, 2)];
    const ended = archived(1, 'stream 1');
    expect(audience([...left, ended], inTopic(1, 'x')).rules).to.deep.equal([
      [1, 'subscriber'],
      [3, 'subscriber'],
    ]);
    const hidden = [open(true, true), sent, leaves(1, 3), joins(1, 2)];
    expect(audience(hidden, inTopic(1, 'x')).rules).to.deep.equal([
      [1, 'subscriber'],
      [2, 'history'],
      [3, 'subscriber'],
    ]);
    expect(audience([], inTopic(9, 'x')).rules).to.deep.equal([]);
  });

  it('includes bots that a mention reaches, and bots whose servers were to be sent it, by user id', () => {
    const bots = [...newBot(12, 1, { type: 3 }), ...newBot(11, 1), ...newBot(13, 1, { type: 3 })];
    const state = stateAfter([...people, ...bots, open(true, false)]);
    const message = { ...written, alsoTo: [user(11)], mentioned: [user(11), user(12)], place: inTopic(1, 'x') };
    const rules = (more: Partial<Parameters<typeof audienceOf>[1]>) =>
      audienceOf(state, { ...message, ...more }, everybody).readers.map(({ userId, rule }) => [userId, rule]);
    const subscribers = [
      [1, 'subscriber'],
      [3, 'subscriber'],
    ];
    expect(rules({})).to.deep.equal([...subscribers, [11, 'recipient'], [12, 'alert to a bot']]);
    expect(rules({ senderId: user(11) })).to.deep.equal([...subscribers, [11, 'recipient']]);
    expect(rules({ alsoTo: [], place: between(12, 11, 1) })).to.deep.equal([
      [1, 'recipient'],
      [11, 'recipient'],
      [12, 'alert to a bot'],
    ]);
  });

  it('comes in pages by user id', () => {
    const pages = [0, 1, 2, 3].map((after) => audience([open(false, true)], inTopic(1, 'x'), { after, limit: 1 }));
    expect(pages.map(({ rules, next }) => [rules.map(([id]) => id), next])).to.deep.equal([
      [[1], 1],
      [[2], 2],
      [[3], undefined],
      [[], undefined],
    ]);
  });

  it('joins and departures after the message do not count', () => {
    const { rules } = audience([open(false, true), joins(1, 2), leaves(1, 1)], inTopic(1, 'x'));
    expect(rules.map(([id]) => id)).to.deep.equal([1, 2, 3]);
  });

  it('queues get it according to their options', () => {
    const options = { eventTypes: null, allPublicStreams: false, narrow: [] } as unknown as QueueOptions;
    const wants = (rule: AccessRule, more: Partial<QueueOptions> = {}) =>
      wantsMessages({ options: { ...options, ...more } }, rule);
    expect(wants('subscriber')).to.equal(true);
    expect(wants('subscriber', { eventTypes: ['message'] })).to.equal(true);
    expect(wants('subscriber', { eventTypes: ['reaction'] })).to.equal(false);
    expect(wants('public stream')).to.equal(false);
    expect(wants('public stream', { allPublicStreams: true })).to.equal(true);
    expect(wants('public stream', { narrow: [['stream', 'stream 1']] as never })).to.equal(true);
    expect(wants('public stream', { allPublicStreams: true, eventTypes: ['reaction'] })).to.equal(false);
    expect(wants('history', { allPublicStreams: true })).to.equal(false);
    expect(wants('alert to a bot', { allPublicStreams: true })).to.equal(false);
  });
});
