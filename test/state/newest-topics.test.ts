import { expect } from 'chai';
import { newestTopics, readableInTopic } from '../../src/state/newest-topics.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { channel, user } from '../support/organization.ts';
import {
  archived,
  deletes,
  founded,
  inTopic,
  joins,
  leaves,
  moves,
  newUser,
  opened,
  sends,
} from '../support/past-events.ts';
import { privacyChanged } from '../support/writes.ts';

/** Members 1 and 2, guest 3. Messages 1–4 in channel 1: of `a`, `b`, `A` and `c`. */
const people = [founded(), ...newUser(1), ...newUser(2), ...newUser(3, { role: 600 })];
const messages = ['a', 'b', 'A', 'c'].map((topic, at) => sends(at + 1, 1, inTopic(1, topic)));
const inPublic = [...people, opened(1, 'plans', [1]), ...messages];
const inPrivate = [...people, opened(1, 'plans', [1], { inviteOnly: true }), ...messages];

const topicsFor = (id: number, past: readonly Given[], page = { offset: 0, limit: limits.topicsListedMax }) =>
  newestTopics(stateAfter(past), user(id), channel(1), page);
const shown = (id: number, ...past: (Given | readonly Given[])[]) =>
  topicsFor(id, past.flat()).topics.map(({ key, messageId }) => `${key} ${messageId}`);

describe('the newest topics', () => {
  it('are those of the channel, without regard to case, newest first', () => {
    expect(shown(2, inPublic)).to.deep.equal(['c 4', 'a 3', 'b 2']);
    expect(shown(2, inPublic, deletes(3, 1, inTopic(1, 'A')), deletes(4, 1, inTopic(1, 'c')))).to.deep.equal([
      'b 2',
      'a 1',
    ]);
    expect(shown(2, inPublic, moves(4, { channel: 1, topic: 'c' }, { channel: 1, topic: 'b' }, 'one'))).to.deep.equal([
      'b 4',
      'a 3',
    ]);
  });

  it('are those in which the user received a message, if the history is closed: none for an outgoing-webhook bot', () => {
    expect(shown(1, inPrivate)).to.deep.equal(['c 4', 'a 3', 'b 2']);
    expect(shown(2, inPrivate, joins(1, 2))).to.deep.equal([]);
    const later = [joins(1, 2), sends(5, 1, inTopic(1, 'b')), leaves(1, 2), sends(6, 1, inTopic(1, 'b'))];
    expect(shown(2, inPrivate, later)).to.deep.equal(['b 5']);
    expect(shown(4, inPrivate, newUser(4, { bot: 3 }), joins(1, 4), sends(5, 1, inTopic(1, 'b')))).to.deep.equal([]);
    const again = [joins(1, 2), sends(7, 1, inTopic(1, 'a'))];
    expect(shown(2, inPrivate, later, again)).to.deep.equal(['a 7', 'b 5']);
    expect(shown(2, inPrivate, later, again, privacyChanged(1, true, true))).to.deep.equal(['a 7', 'b 6', 'c 4']);
    expect(shown(2, inPrivate, later, privacyChanged(1, true, true))).to.deep.equal(['b 5']);
  });

  it('are not known to those who left before a message was moved there', () => {
    const two = [...people, ...[1, 2].map((id) => opened(id, `plans ${id}`, [1, 2], { inviteOnly: true }))];
    const elsewhere = ['e', 'f'].map((topic, at) => sends(at + 2, 1, inTopic(2, topic)));
    const before = [...two, sends(1, 1, inTopic(1, 'a')), ...elsewhere, leaves(1, 2)];
    const movedIn = [
      moves(2, { channel: 2, topic: 'e' }, { channel: 1, topic: 'secret' }),
      moves(3, { channel: 2, topic: 'f' }, { channel: 1, topic: 'a' }),
    ];
    expect(shown(1, before, movedIn)).to.deep.equal(['a 3', 'secret 2']);
    expect(shown(2, before, movedIn)).to.deep.equal(['a 1']);
    expect(
      readableInTopic(stateAfter([...before, ...movedIn]), user(2), { channelId: channel(1), topic: 'a' }),
    ).to.deep.equal([1]);
    expect(
      readableInTopic(stateAfter([...before, ...movedIn]), user(1), { channelId: channel(1), topic: 'A ' }),
    ).to.deep.equal([1, 3]);
  });

  it('of a public channel are for guests only while they are subscribed', () => {
    expect(shown(3, inPublic)).to.deep.equal([]);
    expect(shown(3, inPublic, joins(1, 3))).to.deep.equal(['c 4', 'a 3', 'b 2']);
  });

  it('of an archived channel are those in which the user received a message', () => {
    expect(shown(1, inPublic, archived(1, 'plans'))).to.deep.equal(['c 4', 'a 3', 'b 2']);
    expect(shown(2, inPublic, archived(1, 'plans'))).to.deep.equal([]);
  });

  it('come in pages (topicsListedMax)', () => {
    const many = Array.from({ length: limits.topicsListedMax }, (_, at) => sends(at + 5, 1, inTopic(1, `topic ${at}`)));
    const first = topicsFor(2, [...inPublic, ...many]);
    expect([first.topics.length, first.more]).to.deep.equal([limits.topicsListedMax, true]);
    const rest = topicsFor(2, [...inPublic, ...many], {
      offset: limits.topicsListedMax,
      limit: limits.topicsListedMax,
    });
    expect([rest.topics.map(({ key }) => key), rest.more]).to.deep.equal([['c', 'a', 'b'], false]);
  });
});
