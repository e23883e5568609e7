import { expect } from 'chai';
import { deliveredTo, feedOf, queueOf, withoutIds } from '../support/feed.ts';
import {
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

/** Owner 1, members 2 and 3, guest 4, a generic bot 5. Stream 1 is public, 2 private, 3 private with open history. */
const past = [
  founded(),
  ...newUser(1, { role: 100 }),
  ...newUser(2),
  ...newUser(3),
  ...newUser(4, { role: 600 }),
  ...newUser(5, { bot: 1 }),
  opened(1, 'plans', [1, 2, 4]),
  opened(2, 'secret', [1, 2], { inviteOnly: true }),
  opened(3, 'open', [1, 2], { inviteOnly: true, historyPublic: true }),
];
type News = Parameters<typeof feedOf>[1];
type Options = Parameters<typeof queueOf>[1];

const heardBy = (id: number, happened: News, news: News, own: Options = {}) =>
  withoutIds(feedOf([...past, ...happened], news).receivedBy(id, own));
/** Which of users 1 to 5 get it, whether it is served at once or much later. */
function hearers(happened: News, news: News, later: News = []): number[] {
  const now = feedOf([...past, ...happened], news);
  const then = feedOf([...past, ...happened], [...news, ...later]);
  const hears = (by: typeof now) =>
    [1, 2, 3, 4, 5].filter((id) =>
      by.clientEvents
        .slice(0, now.clientEvents.length)
        .some((one) => deliveredTo(by.state, queueOf(id), one).length > 0),
    );
  expect(hears(then)).to.deep.equal(hears(now));
  return hears(now);
}
const sent = sends(1, 1, inTopic(1, 'lunch'), text('hello @**User 2**', { mentioned: [2] as never }));

describe('client events about messages', () => {
  it('sent to a stream: for the subscribers at that time, and mentioned bots', () => {
    expect(hearers([], [sent])).to.deep.equal([1, 2, 4]);
    expect(hearers([], [sends(1, 1, inTopic(1, 'lunch'), 'hello', { alsoTo: [5] })])).to.deep.equal([1, 2, 4, 5]);
    expect(hearers([leaves(1, 2), joins(1, 3)], [sent])).to.deep.equal([1, 3, 4]);
    expect(hearers([], [sent], [leaves(1, 1, 2), joins(1, 3)])).to.deep.equal([1, 2, 4]);
  });

  it('sent to a stream by a user who is not subscribed: not for that user', () => {
    expect(hearers([], [sends(1, 3, inTopic(1, 'lunch'))])).to.deep.equal([1, 2, 4]);
  });

  it('sent in private: for all participants', () => {
    expect(hearers([], [sends(1, 2, between(2, 3))])).to.deep.equal([2, 3]);
  });

  it('are for the same users however many joined and left since', () => {
    const crowd = Array.from({ length: 3_000 }, (_, index) => index + 10);
    const many = [joins(2, ...crowd), leaves(2, ...crowd), leaves(2, 2), joins(2, 3), joins(2, ...crowd)];
    expect(hearers([], [sends(1, 1, inTopic(2, 'lunch'))], many)).to.deep.equal([1, 2]);
  });

  it('contain the whole message, in the form that the queue asked for', () => {
    const [html] = heardBy(2, [], [sent], { applyMarkdown: true });
    const [raw] = heardBy(2, [], [sent], { applyMarkdown: false, clientGravatar: true });
    expect(html).to.nested.include({
      type: 'message',
      'message.id': 1,
      'message.subject': 'lunch',
      'message.topic': 'lunch',
      'message.display_recipient': 'plans',
      'message.content': '<p>hello @**User 2**</p>',
      'message.content_type': 'text/html',
      'message.sender_full_name': 'User 1',
    });
    expect(html).to.have.nested.property('message.avatar_url').that.includes('gravatar');
    expect(raw).to.nested.include({
      'message.content': 'hello @**User 2**',
      'message.content_type': 'text/x-markdown',
      'message.avatar_url': null,
    });
  });

  it('have flags: mentioned, and read for a sender who used a client for people', () => {
    const flags = (id: number, client: string) =>
      heardBy(id, [], [sends(1, 1, inTopic(1, 'x'), text('', { mentioned: [2, 3] as never }), { client })])[0]?.flags;
    expect(flags(1, 'ZulipMobile')).to.deep.equal(['read']);
    expect(flags(1, 'curl')).to.deep.equal([]);
    expect(flags(2, 'ZulipMobile')).to.deep.equal(['mentioned']);
    const wildcard = heardBy(4, [], [sends(1, 1, inTopic(1, 'x'), text('', { wildcard: true }))]);
    expect(wildcard[0]).to.deep.include({ flags: ['wildcard_mentioned'] });
  });

  it('of public streams: without flags, for queues that asked for all of them, unless the user is a guest', () => {
    const all = { allPublicStreams: true };
    const named = sends(1, 1, inTopic(1, 'x'), text('', { mentioned: [3] as never, wildcard: true }));
    expect(heardBy(3, [], [named])).to.deep.equal([]);
    expect(heardBy(3, [], [named], all)[0]).to.deep.include({ flags: [] });
    expect(heardBy(4, [leaves(1, 4)], [named], all)).to.deep.equal([]);
    expect(heardBy(3, [], [sends(1, 1, inTopic(2, 'x'))], all)).to.deep.equal([]);
  });

  it('edited: for the current subscribers, only those who received it if the history is closed; in public streams also after leaving', () => {
    const edit = (channel: number) => edits(1, 1, inTopic(channel, 'lunch'), 'other', 'hello');
    const since = (channel: number) => [sends(1, 1, inTopic(channel, 'lunch')), leaves(channel, 2), joins(channel, 3)];
    expect(hearers([...since(1), leaves(1, 4)], [edit(1)]), 'but a guest').to.deep.equal([1, 2, 3]);
    expect(hearers(since(2), [edit(2)])).to.deep.equal([1]);
    expect(hearers([...since(2), joins(2, 2)], [edit(2)])).to.deep.equal([1, 2]);
    expect(hearers(since(3), [edit(3)])).to.deep.equal([1, 3]);
    expect(hearers([sends(1, 2, between(2, 3))], [edits(1, 2, between(2, 3), 'other', 'hello')])).to.deep.equal([2, 3]);
  });

  it('edited: contain both texts in both forms', () => {
    const [event] = heardBy(2, [sent], [edits(1, 1, inTopic(1, 'lunch'), 'other', 'hello')]);
    expect(event).to.deep.include({
      type: 'update_message',
      user_id: 1,
      message_id: 1,
      message_ids: [1],
      stream_id: 1,
      stream_name: 'plans',
      orig_content: 'hello',
      orig_rendered_content: '<p>hello</p>',
      content: 'other',
      rendered_content: '<p>other</p>',
      flags: [],
    });
  });

  it('moved: contain the messages and both places; for subscribers who received one if the history is closed', () => {
    const place = inTopic(2, 'lunch');
    const two = [sends(1, 1, place), leaves(2, 2), joins(2, 3), sends(2, 1, place)];
    const move = moves(2, { channel: 2, topic: 'lunch' }, { channel: 2, topic: 'tea' }, 'all');
    expect(hearers(two, [move])).to.deep.equal([1, 3]);
    expect(heardBy(3, two, [move])[0]).to.deep.include({
      type: 'update_message',
      message_id: 2,
      message_ids: [1, 2],
      propagate_mode: 'change_all',
      orig_subject: 'lunch',
      subject: 'tea',
      stream_id: 2,
    });
    const across = moves(2, { channel: 2, topic: 'lunch' }, { channel: 1, topic: 'tea' });
    expect(heardBy(1, two, [across])[0]).to.deep.include({ message_ids: [2], new_stream_id: 1 });
    expect(heardBy(1, two, [move])[0]).not.to.have.property('new_stream_id');
  });

  it('moved to a stream that a guest is not in: deleted for the guest', () => {
    const before = [opened(6, 'elsewhere', [3]), sent, sends(2, 1, inTopic(1, 'lunch'))];
    const move = moves(1, { channel: 1, topic: 'lunch' }, { channel: 6, topic: 'hidden' }, 'all');
    expect(hearers(before, [move])).to.deep.equal([1, 2, 4]);
    expect(heardBy(2, before, [move])).to.have.length(1);
    expect(heardBy(2, before, [move])[0]).to.include({ type: 'update_message', new_stream_id: 6 });
    const gone = { type: 'delete_message', message_type: 'stream', stream_id: 1, topic: 'lunch' };
    expect(heardBy(4, before, [move])).to.deep.equal([{ ...gone, message_ids: [1, 2] }]);
    const one = moves(1, { channel: 1, topic: 'lunch' }, { channel: 6, topic: 'hidden' }, 'one');
    const old = { bulkMessageDeletion: false };
    expect(heardBy(4, before, [one], old)).to.deep.equal([{ ...gone, message_id: 1 }]);
    expect(heardBy(4, before, [move], old)).to.deep.equal([1, 2].map((message_id) => ({ ...gone, message_id })));
    // A guest who is in both, and a move within the stream.
    expect(heardBy(4, [...before, joins(6, 4)], [move])[0]).to.include({ type: 'update_message', new_stream_id: 6 });
    const within = moves(1, { channel: 1, topic: 'lunch' }, { channel: 1, topic: 'tea' }, 'all');
    expect(heardBy(4, before, [within])[0]).to.include({ type: 'update_message', subject: 'tea' });
    // In a private stream, users who joined later have not received it.
    const early = [
      opened(6, 'elsewhere', [3]),
      joins(2, 4),
      sends(1, 1, inTopic(2, 'lunch')),
      sends(2, 1, inTopic(2, 'tea')),
    ];
    const late = [opened(6, 'elsewhere', [3]), sends(1, 1, inTopic(2, 'lunch')), joins(2, 4)];
    const away = moves(1, { channel: 2, topic: 'lunch' }, { channel: 6, topic: 'hidden' }, 'all');
    expect(heardBy(4, early, [away])[0]).to.include({ type: 'delete_message', stream_id: 2 });
    expect(heardBy(4, late, [away])).to.deep.equal([]);
  });

  it('deleted: also for those who received it and have left', () => {
    const since = [sends(1, 1, inTopic(2, 'lunch')), leaves(2, 2), joins(2, 3)];
    expect(hearers(since, [deletes(1, 1, inTopic(2, 'lunch'))])).to.deep.equal([1, 2]);
  });

  it('changed or deleted after it was moved into the stream: for those who stayed since it was sent elsewhere', () => {
    const happened = [opened(6, 'closed', [1, 2, 3], { inviteOnly: true }), sent, leaves(6, 2), leaves(6, 3)];
    const movedIn = moves(1, { channel: 1, topic: 'lunch' }, { channel: 6, topic: 'tea' });
    const then = [...happened, movedIn, joins(6, 3)];
    expect(hearers(then, [edits(1, 1, inTopic(6, 'tea'), 'new', 'old')])).to.deep.equal([1]);
    expect(hearers(then, [deletes(1, 1, inTopic(6, 'tea'))])).to.deep.equal([1]);
  });

  it('deleted: for everyone who may have it', () => {
    const since = (channel: number) => [sends(1, 1, inTopic(channel, 'lunch')), leaves(channel, 2), joins(channel, 3)];
    expect(hearers(since(1), [deletes(1, 1, inTopic(1, 'lunch'))])).to.deep.equal([1, 2, 3, 4]);
    expect(hearers(since(2), [deletes(1, 1, inTopic(2, 'lunch'))])).to.deep.equal([1, 2]);
  });

  it('deleted: in bulk without a sender, or one by one, private ones with the sender', () => {
    const stream = [[sent], [deletes(1, 1, inTopic(1, 'lunch'))]] as const;
    const whole = [[sends(1, 2, between(2, 3))], [deletes(1, 2, between(2, 3))]] as const;
    expect(heardBy(2, ...stream)[0]).to.deep.equal({
      type: 'delete_message',
      message_ids: [1],
      message_type: 'stream',
      stream_id: 1,
      topic: 'lunch',
    });
    expect(heardBy(2, ...stream, { bulkMessageDeletion: false })[0]).to.deep.equal({
      type: 'delete_message',
      message_id: 1,
      message_type: 'stream',
      stream_id: 1,
      topic: 'lunch',
    });
    expect(heardBy(3, ...whole)[0]).to.have.all.keys('type', 'message_ids', 'message_type', 'recipient_id');
    expect(heardBy(3, ...whole, { bulkMessageDeletion: false })[0]).to.include({ message_id: 1, sender_id: 2 });
  });

  it('with content are marked with the message, so that erasing finds them', () => {
    const carried = feedOf(past, [
      sent,
      edits(1, 1, inTopic(1, 'lunch'), 'other', 'hello'),
      deletes(1, 1, inTopic(1, 'lunch')),
    ]);
    expect(carried.clientEvents.map(({ clientEvent }) => clientEvent.carries)).to.deep.equal([1, 1, undefined]);
    expect(JSON.stringify(carried.clientEvents.at(-1))).not.to.include('hello');
  });

  it('contain the local id, by both names, only for the queue that sent the message', () => {
    const echo = { queueId: '1:1', localId: '7"' };
    const echoed = { ...sent, event: { ...sent.event, data: { ...sent.event.data, echo } } } as typeof sent;
    expect(heardBy(1, [], [echoed])[0]).to.include({ local_id: '7"', local_message_id: '7"' });
    expect(heardBy(2, [], [echoed])[0]).not.to.have.any.keys('local_id', 'local_message_id');
  });

  it('count as read for the user for whom the service sent them', () => {
    const flagsFor = (id: number, client: string) =>
      heardBy(id, [], [sends(1, 1, between(1, 2), 'as you wished', { client, readBy: 2 })])[0]?.flags;
    expect([flagsFor(1, 'Internal'), flagsFor(2, 'Internal')]).to.deep.equal([[], ['read']]);
    expect([flagsFor(1, 'website'), flagsFor(2, 'website')]).to.deep.equal([['read'], ['read']]);
  });

  it('match the narrow of the queue: stream, topic, sender, and properties', () => {
    const named = sends(1, 1, inTopic(1, 'Lunch'), text('', { mentioned: [2] as never }), { client: 'website' });
    const hears = (id: number, ...narrow: [string, string][]) =>
      heardBy(id, [], [named, sends(2, 1, between(1, 2))], { narrow: narrow as never }).map(
        ({ message }) => (message as { id: number }).id,
      );
    expect(hears(2, ['stream', 'PLANS'])).to.deep.equal([1]);
    expect(hears(2, ['stream', 'plans'], ['topic', 'lunch'])).to.deep.equal([1]);
    expect(hears(2, ['topic', 'tea'])).to.deep.equal([]);
    expect(hears(2, ['sender', 'User1@test.example'])).to.deep.equal([1, 2]);
    expect(hears(2, ['sender', 'user2@test.example'])).to.deep.equal([]);
    expect(hears(2, ['is', 'private'])).to.deep.equal([2]);
    expect(hears(2, ['is', 'mentioned'])).to.deep.equal([1]);
    expect(hears(2, ['is', 'alerted'])).to.deep.equal([1]);
    expect(hears(2, ['is', 'unread'])).to.deep.equal([1, 2]);
    expect(hears(1, ['is', 'unread'], ['is', 'private'])).to.deep.equal([2]);
    expect(hears(1, ['is', 'unread'], ['stream', 'plans'])).to.deep.equal([]);
    expect(hears(2, ['is', 'starred'])).to.deep.equal([]);
    expect(hears(2, ['is', 'nonsense'])).to.deep.equal([]);
    // Whoever asks for a stream in particular gets it without being subscribed.
    expect(hears(3, ['stream', 'plans'])).to.deep.equal([1]);
  });

  it('changed or deleted by a user who did not know of a move: for those who read it in its current place', () => {
    const moved = [
      opened(6, 'elsewhere', [3]),
      sent,
      moves(1, { channel: 1, topic: 'lunch' }, { channel: 6, topic: 'dinner' }),
    ];
    const late = [
      edits(1, 1, inTopic(1, 'lunch'), text('better'), 'hello @**User 2**'),
      deletes(1, 1, inTopic(1, 'lunch')),
    ];
    for (const news of late) {
      expect(hearers(moved, [news])).to.deep.equal([3]);
      expect(heardBy(3, moved, [news])[0]).to.include({ stream_id: 6 });
    }
  });

  it('have the type names that the queue asked for, and are only of those types', () => {
    const news = [sent, deletes(1, 1, inTopic(1, 'lunch'))];
    const kinds = (own: Options) => heardBy(2, [], news, own).map(({ type }) => type);
    expect(kinds({ eventTypes: ['message'] })).to.deep.equal(['message']);
    expect(kinds({ eventTypes: ['message_deleted'] })).to.deep.equal(['message_deleted']);
    expect(kinds({ eventTypes: [] })).to.deep.equal([]);
    expect(kinds({ wireNames: false })).to.deep.equal(['message', 'message_deleted']);
  });
});
