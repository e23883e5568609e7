import { expect } from 'chai';
import { foldAggregate } from '../../src/define/handlers.ts';
import { messageAggregate } from '../../src/state/message.ts';
import { canReach } from '../../src/state/message-access.ts';
import { type Given, recorded, stateAfter } from '../support/given.ts';
import { user } from '../support/organization.ts';
import {
  archived,
  between,
  founded,
  inTopic,
  joins,
  leaves,
  moves,
  newUser,
  opened,
  sends,
} from '../support/past-events.ts';
import { newBot } from '../support/writes.ts';

const people = [founded(), ...newUser(1), ...newUser(2), ...newUser(3), ...newUser(4, { role: 600 })];
type Privacy = { inviteOnly?: boolean; historyPublic?: boolean };
const open = (id: number, subscribers: number[], { inviteOnly = false, historyPublic = true }: Privacy = {}): Given => {
  const { stream, event } = opened(id, `stream ${id}`, subscribers);
  return { stream, event: { ...event, data: { ...event.data, inviteOnly, historyPublic } } as Given['event'] };
};

/** Which of the users 1 to 4 (4 is a guest) may read the message `sent`, with what happened before and after it. */
function readers(before: Given[], sent: Given, after: Given[] = []): number[] {
  const message = foldAggregate(messageAggregate, recorded([sent]));
  if (message.status !== 'sent') throw new Error('no message was sent');
  const state = stateAfter([...people, ...before, sent, ...after]);
  return [1, 2, 3, 4].filter((id) => canReach(state, user(id), message));
}
const sent = sends(1, 1, inTopic(1, 'x'));

describe('access to a message', () => {
  it('in private: the participants', () => {
    expect(readers([], sends(1, 1, between(1, 3)))).to.deep.equal([1, 3]);
  });

  it('in a public stream: everyone but guests, and guests who are subscribed', () => {
    expect(readers([open(1, [1])], sent)).to.deep.equal([1, 2, 3]);
    expect(readers([open(1, [1])], sent, [joins(1, 4)])).to.deep.equal([1, 2, 3, 4]);
  });

  it('in a private stream with public history: subscribers, also later ones', () => {
    const private_ = open(1, [1], { inviteOnly: true });
    expect(readers([private_], sent)).to.deep.equal([1]);
    expect(readers([private_], sent, [joins(1, 2)])).to.deep.equal([1, 2]);
  });

  it('in a private stream without public history: those who received it, also after they left', () => {
    const private_ = open(1, [1, 3], { inviteOnly: true, historyPublic: false });
    expect(readers([private_], sent, [joins(1, 2), leaves(1, 3)])).to.deep.equal([1, 3]);
  });

  it('in a private stream it was moved to: those who stayed there since it was sent elsewhere', () => {
    const privates = [1, 2].map((id) => open(id, [1, 2, 3], { inviteOnly: true, historyPublic: false }));
    const movedIn = moves(1, { channel: 1, topic: 'x' }, { channel: 2, topic: 'y' });
    expect(readers(privates, sent, [leaves(2, 3), movedIn])).to.deep.equal([1, 2]);
    expect(readers(privates, sent, [leaves(2, 3), movedIn, joins(2, 3)])).to.deep.equal([1, 2]);
    expect(readers(privates, sent, [movedIn, leaves(2, 3)])).to.deep.equal([1, 2]);
    const back = moves(1, { channel: 2, topic: 'y' }, { channel: 1, topic: 'x' });
    expect(readers(privates, sent, [leaves(1, 3), movedIn, back])).to.deep.equal([1, 2, 3]);
  });

  it('is not open to an outgoing-webhook bot as a participant or a subscriber, but as a reader of the history', () => {
    const bot = [...newBot(3, 1, { type: 3 })];
    const hidden = open(1, [1, 3], { inviteOnly: true, historyPublic: false });
    expect(readers(bot, sends(1, 1, between(1, 3)))).to.deep.equal([1]);
    expect(readers([...bot, hidden], sent)).to.deep.equal([1]);
    expect(readers([...bot, open(1, [1, 3], { inviteOnly: true })], sent)).to.deep.equal([1, 3]);
    expect(readers([...bot, open(1, [1])], sent)).to.deep.equal([1, 2, 3]);
  });

  it('is open to those to whom it was sent although they were not subscribed', () => {
    const to = sends(1, 1, inTopic(1, 'x'), 'hello', { alsoTo: [2] });
    expect(readers([open(1, [1], { inviteOnly: true })], to)).to.deep.equal([1, 2]);
  });

  it('in an archived stream: those who received it', () => {
    expect(readers([open(1, [1])], sent, [archived(1, 'stream 1')])).to.deep.equal([1]);
  });

  it('depends on the stream that it was moved to', () => {
    const both = [open(1, [1]), open(2, [2], { inviteOnly: true })];
    const move = moves(1, { channel: 1, topic: 'x' }, { channel: 2, topic: 'x' }, 'all');
    expect(readers(both, sent, [move])).to.deep.equal([2]);
  });

  it('in a stream that does not exist: nobody', () => {
    expect(readers([], sent)).to.deep.equal([]);
  });
});
