import { expect } from 'chai';
import { erasedBy, without } from '../../src/feed/erase.ts';
import type { MessageId } from '../../src/vocabulary/ids.ts';
import { personErased, wordsErased } from '../support/erasure-writes.ts';
import { feedOf } from '../support/feed.ts';
import { fileDeleted } from '../support/file-writes.ts';
import { recorded } from '../support/given.ts';
import { between, deletes, edits, founded, inTopic, moves, newUser, opened, sends } from '../support/past-events.ts';

const message = (id: number): MessageId => id as MessageId;
const messages = [1, 2, 3].map((id) => sends(id, 1, inTopic(1, 'lunch')));
const eventOf = (...news: Parameters<typeof feedOf>[1]) => {
  const event = feedOf([founded(), ...messages], news).clientEvents[0]?.clientEvent;
  if (!event) throw new Error('no client event');
  return event;
};
const move = () => eventOf(moves(2, { channel: 1, topic: 'lunch' }, { channel: 1, topic: 'tea' }, 'later'));

describe('the erasure of a message from client events', () => {
  it('happens with its deletion, and with no other event', () => {
    const place = between(1, 2);
    const events = recorded([sends(4, 1, place), edits(4, 1, place, 'new', 'old'), deletes(4, 1, place)]);
    expect(events.map(erasedBy)).to.deep.equal([undefined, undefined, 4]);
  });

  it('also happens for a person, a status and a file, each by its own name', () => {
    expect(recorded([personErased(1), wordsErased(1), fileDeleted(1, 1)]).map(erasedBy)).to.deep.equal([
      'person-1',
      'words-1',
      'file-1',
    ]);
  });

  it('drops the client events with its content', () => {
    const sent = eventOf(sends(4, 1, inTopic(1, 'lunch'), 'secret'));
    expect(without(sent, message(4))).to.equal(undefined);
    const edited = eventOf(edits(3, 1, inTopic(1, 'lunch'), 'new', 'old'));
    expect(without(edited, message(3))).to.equal(undefined);
  });

  it('does not change client events about other messages', () => {
    const sent = eventOf(sends(4, 1, inTopic(1, 'lunch')));
    expect(without(sent, message(3))).to.equal(sent);
    const moved = move();
    expect(without(moved, message(1))).to.equal(moved);
  });

  it('removes it from the lists of a move', () => {
    const moved = move();
    const rest = without(moved, message(2));
    expect(rest?.lists).to.deep.equal([3]);
    expect(rest?.scope).to.deep.equal({
      kind: 'receivers',
      channelId: 1,
      messageIds: [3],
      subscribed: true,
    });
    expect(rest).to.deep.nested.include({ 'body.fields.message_ids': [3], 'body.fields.subject': 'tea' });
    expect(rest?.type).to.equal('update_message');
    expect(rest?.body).to.deep.include({ kind: 'update', flags: { mentioned: [], wildcard: false } });
    expect(moved.lists).to.deep.equal([2, 3]);
  });

  it('removes it from what a move takes from guests', () => {
    const guests = [...newUser(1), ...newUser(4, { role: 600 }), opened(1, 'plans', [1, 4]), opened(2, 'goals', [1])];
    const { clientEvents } = feedOf(
      [founded(), ...guests, ...messages],
      [moves(2, { channel: 1, topic: 'lunch' }, { channel: 2, topic: 'tea' }, 'later')],
    );
    const gone = clientEvents.map(({ clientEvent }) => clientEvent).find(({ type }) => type === 'delete_message');
    if (!gone) throw new Error('nothing was taken');
    const rest = without(gone, message(2));
    expect(rest).to.deep.include({ lists: [3] });
    expect(rest?.scope).to.deep.include({ changed: [3] });
    expect(rest?.body).to.deep.include({ kind: 'deletion', messageIds: [3] });
    expect(rest && without(rest, message(3))).to.equal(undefined);
  });

  it('drops a move without remaining messages', () => {
    const rest = without(move(), message(3));
    expect(rest && without(rest, message(2))).to.equal(undefined);
  });

  it('does not change a scope without messages, or a body that is not an update', () => {
    const event = {
      ...move(),
      scope: { kind: 'everyone' },
      body: { kind: 'plain', fields: { default_streams: [] } },
    } as const;
    expect(without(event, message(2))).to.deep.equal({ ...event, lists: [3] });
  });
});
