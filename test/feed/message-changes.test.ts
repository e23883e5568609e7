import { expect } from 'chai';
import type { UserId } from '../../src/vocabulary/ids.ts';
import type { Place } from '../../src/vocabulary/places.ts';
import { feedOf } from '../support/feed.ts';
import { user } from '../support/organization.ts';
import {
  archived,
  between,
  deletes,
  edits,
  founded,
  inTopic,
  joins,
  leaves,
  moves,
  newUser,
  opened,
  sends,
  text,
} from '../support/past-events.ts';
import { privacyChanged } from '../support/writes.ts';

const past = [
  founded(),
  ...newUser(1),
  ...newUser(2),
  ...newUser(3),
  opened(1, 'plans', [1, 2]),
  opened(2, 'goals', [1]),
];
const at = 5_999;
const bodyOf = (before: Parameters<typeof feedOf>[0], news: Parameters<typeof feedOf>[1][number]) => {
  const { clientEvents } = feedOf([...past, ...before], [news]);
  return clientEvents[0]?.clientEvent.body;
};
const fieldsOf = (...args: Parameters<typeof bodyOf>): unknown => {
  const body = bodyOf(...args);
  return body && 'fields' in body ? body.fields : undefined;
};
const mentioning = (...ids: number[]) => ({ ...text('hello'), mentioned: ids.map(user) });

describe('the client event about an edited message', () => {
  const edited = (place: Place, what: Parameters<typeof edits>[3] = 'new') =>
    edits(1, 1, place, what, 'old', { at, actor: 1 as UserId });

  it('has both texts, the editor and the time in seconds', () => {
    expect(fieldsOf([sends(1, 1, inTopic(1, 'tea'), 'old')], edited(inTopic(1, 'tea')))).to.deep.equal({
      user_id: 1,
      edit_timestamp: 5,
      message_id: 1,
      message_ids: [1],
      stream_id: 1,
      stream_name: 'plans',
      orig_content: 'old',
      orig_rendered_content: '<p>old</p>',
      prev_rendered_content_version: text('old').rendererVersion,
      content: 'new',
      rendered_content: '<p>new</p>',
      is_me_message: false,
    });
  });

  it('has no stream if the message is private, and an empty name for an unknown stream', () => {
    const inPrivate = fieldsOf([], edited(between(1, 2)));
    expect(inPrivate).not.to.have.any.keys('stream_id', 'stream_name');
    expect(fieldsOf([], edited(inTopic(9, 'tea')))).to.include({ stream_id: 9, stream_name: '' });
  });

  it('mark a text that begins with /me', () => {
    expect(fieldsOf([], edited(between(1, 2), '/me waves'))).to.include({ is_me_message: true });
    expect(fieldsOf([], edited(between(1, 2), 'not /me '))).to.include({ is_me_message: false });
  });

  it('has the flags of the new text for those who received the message, and none for others', () => {
    const message = sends(1, 1, inTopic(1, 'tea'));
    const flagsFor = (id: number, before: Parameters<typeof feedOf>[0], place: Place = inTopic(1, 'tea')) => {
      const what = { ...mentioning(2, 3), wildcard: true };
      const { receivedBy } = feedOf([...past, ...before], [edited(place, what)]);
      return receivedBy(id).map(({ flags }) => flags);
    };
    expect(flagsFor(1, [message])).to.deep.equal([['wildcard_mentioned']]);
    for (const before of [[message], [message, leaves(1, 2)]])
      expect(flagsFor(2, before)).to.deep.equal([['mentioned', 'wildcard_mentioned']]);
    expect(flagsFor(3, [message, joins(1, 3)]), 'who came later').to.deep.equal([[]]);
    expect(flagsFor(3, [], between(1, 3))).to.deep.equal([['mentioned', 'wildcard_mentioned']]);
  });
});

describe('the client event about a move', () => {
  const messages = [sends(1, 1, inTopic(1, 'tea')), sends(2, 1, inTopic(1, 'tea'))];
  const moved = (which: 'one' | 'later' | 'all', to = { channel: 1, topic: 'milk' }, from = 'tea') =>
    moves(1, { channel: 1, topic: from }, to, which, { at, actor: 2 as UserId });

  it('has the messages, the old and the new topic, the mover and the time in seconds', () => {
    expect(bodyOf(messages, moved('all'))).to.deep.equal({
      kind: 'update',
      fields: {
        user_id: 2,
        edit_timestamp: 5,
        message_id: 1,
        message_ids: [1, 2],
        stream_id: 1,
        stream_name: 'plans',
        propagate_mode: 'change_all',
        orig_subject: 'tea',
        subject: 'milk',
        topic_links: [],
      },
      flags: { mentioned: [], wildcard: false },
    });
  });

  it('contains how many messages the mover meant, and the new stream', () => {
    expect(fieldsOf(messages, moved('one'))).to.deep.include({ propagate_mode: 'change_one', message_ids: [1] });
    expect(fieldsOf(messages, moved('later'))).to.deep.include({ propagate_mode: 'change_later', message_ids: [1, 2] });
    expect(fieldsOf(messages, moved('one', { channel: 2, topic: 'tea' }))).to.include({
      stream_id: 1,
      new_stream_id: 2,
    });
  });

  it('is a single event if no guest loses a message', () => {
    expect(feedOf([...past, ...messages], [moved('all', { channel: 2, topic: 'tea' })]).clientEvents).to.have.length(1);
  });

  it('does not exist if no message moved', () => {
    expect(bodyOf(messages, moved('all', undefined, 'no such topic'))).to.equal(undefined);
  });

  it('has an empty name for an unknown stream', () => {
    const from = { channel: 9, topic: 'tea' };
    const news = moves(1, from, { channel: 1, topic: 'tea' }, 'all');
    expect(fieldsOf([sends(1, 1, inTopic(9, 'tea'))], news)).to.include({ stream_id: 9, stream_name: '' });
  });
});

describe('the client events about changes in a public stream', () => {
  const messages = [sends(1, 1, inTopic(1, 'tea')), sends(2, 1, inTopic(1, 'tea'))];
  const scopesOf = (...before: Parameters<typeof feedOf>[0]) =>
    [
      edits(1, 1, inTopic(1, 'tea'), 'new', 'old'),
      moves(1, { channel: 1, topic: 'tea' }, { channel: 1, topic: 'milk' }, 'all'),
    ]
      .flatMap((change) => feedOf([...past, ...messages, ...before], [change]).clientEvents)
      .map(({ clientEvent }) => clientEvent.scope);

  it('are also for those who received the messages and have left', () => {
    const scope = { kind: 'channel', channelId: 1, everyPublic: true, former: 'non-guests' };
    expect(scopesOf()).to.deep.equal([
      { ...scope, changed: [1] },
      { ...scope, changed: [1, 2] },
    ]);
  });

  it('are only for subscribers in a stream that is private or archived', () => {
    for (const now of [privacyChanged(1, true, true), archived(1, 'plans')])
      for (const scope of scopesOf(now)) expect(scope).to.include({ kind: 'channel' }).and.not.have.property('former');
  });
});

describe('the client events about changes of a message that mentions a bot', () => {
  it('are also for the bot', () => {
    const closed = opened(3, 'closed', [1], { inviteOnly: true });
    for (const [channel, kind] of [[1, 'channel'] as const, [3, 'receivers'] as const])
      for (const change of [
        edits(1, 1, inTopic(channel, 'tea'), 'new', 'old'),
        deletes(1, 1, inTopic(channel, 'tea')),
      ]) {
        const about = { ...change, event: { ...change.event, data: { ...change.event.data, alsoTo: [user(3)] } } };
        const { clientEvents } = feedOf([...past, closed], [about as typeof change]);
        expect(clientEvents[0]?.clientEvent.scope).to.deep.include({ kind, plus: [3] });
      }
  });
});

describe('the client event about a deleted message', () => {
  it('is also for those who received it, except after a move into the stream, when it is only for current subscribers', () => {
    const scopeOf = (...before: Parameters<typeof feedOf>[0]) =>
      feedOf([...past, ...before], [deletes(1, 1, inTopic(1, 'tea'))]).clientEvents[0]?.clientEvent.scope;
    const sent = sends(1, 1, inTopic(1, 'tea'));
    const everyPublic = { kind: 'channel', everyPublic: true };
    expect(scopeOf(sent)).to.deep.equal({ ...everyPublic, channelId: 1, changed: [1], former: 'everyone' });
    const movedIn = moves(1, { channel: 1, topic: 'tea' }, { channel: 2, topic: 'tea' });
    expect(scopeOf(sent, movedIn)).to.deep.equal({ ...everyPublic, channelId: 2, changed: [1] });
    const inPrivate = feedOf(past, [deletes(1, 1, between(1, 2))]).clientEvents[0]?.clientEvent.scope;
    expect(inPrivate).to.deep.equal({ kind: 'users', userIds: [1, 2] });
  });

  it('contains its place', () => {
    const inStream = bodyOf([], deletes(1, 1, inTopic(1, 'tea')));
    expect(inStream).to.deep.equal({
      kind: 'deletion',
      messageIds: [1],
      fields: { message_type: 'stream', stream_id: 1, topic: 'tea' },
      single: {},
    });
    const inPrivate = bodyOf([], deletes(1, 1, between(1, 2)));
    expect(inPrivate).to.deep.include({ kind: 'deletion', single: { sender_id: 1 } });
    expect(inPrivate).to.have.nested.property('fields.message_type', 'private');
    expect(inPrivate).to.have.nested.property('fields.recipient_id').that.is.a('number');
  });
});
