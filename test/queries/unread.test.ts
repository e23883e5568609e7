import { expect } from 'chai';
import { unreadOf } from '../../src/queries/unread.ts';
import type { IdSpans } from '../../src/vocabulary/id-spans.ts';
import { type Given, realmId } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import {
  archived,
  between,
  edits,
  flagsSet,
  inTopic,
  joins,
  leaves,
  moves,
  mutes,
  mutesChannel,
  opened,
  readsAll,
  sends,
  text,
} from '../support/past-events.ts';

const past = [...organization(), opened(1, 'plans', [1, 3]), opened(2, 'goals', [3])];
const unreadAfter = async (events: readonly Given[], who = 3, max?: number) =>
  unreadOf(await readAfter(past, events), realmId, user(who), max);
const message = (id: number, topic = 'x', channel = 1, by = 1) =>
  sends(id, by, inTopic(channel, topic), 'hello', { client: 'curl' });
const reads = (ids: readonly number[], spans: Readonly<Record<number, IdSpans>>) =>
  flagsSet(3, 'read', ids, { read: spans });
const none = { pms: [], streams: [], huddles: [], mentions: [], count: 0 };

describe('unread messages of a registration', () => {
  it('are listed by conversation, each with its ids in order', async () => {
    const events = [
      message(1),
      message(2, 'X', 1, 2),
      message(3, 'a', 1),
      message(4, 'x', 2),
      sends(5, 1, between(1, 3)),
      sends(6, 1, between(1, 3)),
      sends(7, 2, between(2, 3)),
      sends(8, 2, between(1, 2, 3)),
      sends(9, 3, between(3), 'a note', { client: 'curl' }),
      sends(10, 3, inTopic(1, 'x'), 'by hand', { client: 'website' }),
    ];
    expect(await unreadAfter(events)).to.deep.equal({
      pms: [
        { sender_id: 1, unread_message_ids: [5, 6] },
        { sender_id: 2, unread_message_ids: [7] },
        { sender_id: 3, unread_message_ids: [9] },
      ],
      streams: [
        { stream_id: 1, topic: 'a', unread_message_ids: [3], sender_ids: [1] },
        { stream_id: 1, topic: 'X', unread_message_ids: [1, 2], sender_ids: [1, 2] },
        { stream_id: 2, topic: 'x', unread_message_ids: [4], sender_ids: [1] },
      ],
      huddles: [{ user_ids_string: '1,2,3', unread_message_ids: [8] }],
      mentions: [],
      count: 9,
    });
  });

  it('are those that nobody marked as read', async () => {
    const events = [message(1), message(2), sends(3, 1, between(1, 3)), message(4)];
    const some = await unreadAfter([...events, reads([1, 2, 3], { 0: [[1, 3]], 1: [[1, 2]] })]);
    expect(some).to.deep.include({ pms: [], count: 1 });
    expect(some.streams[0]?.unread_message_ids).to.deep.equal([4]);
    expect(await unreadAfter([...events, readsAll(3, 4)])).to.deep.equal(none);
    expect(await unreadAfter([...events, readsAll(3, 4)], 1)).to.not.deep.equal(none);
  });

  it('are not those of streams that one has left', async () => {
    expect(await unreadAfter([message(1), leaves(1, 3)])).to.deep.equal(none);
    expect(await unreadAfter([message(1), leaves(1, 3), joins(1, 3)])).to.deep.equal(none);
    expect(await unreadAfter([message(1, 'x', 2), archived(2, 'goals')])).to.deep.equal(none);
  });

  it('count without muted streams and topics', async () => {
    const events = [message(1), message(2, 'loud'), message(3, 'x', 2)];
    const { count, streams } = await unreadAfter([...events, mutes(3, 1, 'LOUD'), mutesChannel(3, 2)]);
    expect(count).to.equal(1);
    expect(streams.flatMap(({ unread_message_ids: ids }) => ids)).to.have.members([1, 2, 3]);
  });

  it('name those that mention the user or everybody, as they are now', async () => {
    const mention = (id: number, mentioned: number[], wildcard = false) =>
      sends(id, 1, inTopic(1, 'x'), text('hello', { mentioned: mentioned.map(user), wildcard }));
    const events = [mention(1, [3]), mention(2, [1]), mention(3, [], true), mention(4, [3])];
    expect((await unreadAfter(events)).mentions).to.deep.equal([1, 3, 4]);
    const edited = edits(1, 1, inTopic(1, 'x'), 'nobody', 'hello');
    expect((await unreadAfter([...events, edited, reads([4], { 1: [[4, 4]] })])).mentions).to.deep.equal([3]);
  });

  it('are listed in the place to which they were moved', async () => {
    const moved = moves(1, { channel: 1, topic: 'x' }, { channel: 1, topic: 'tea' }, 'all');
    const { streams } = await unreadAfter([message(1), message(2), moved]);
    expect(streams).to.deep.equal([{ stream_id: 1, topic: 'tea', unread_message_ids: [1, 2], sender_ids: [1] }]);
  });

  it('hold what bots receive, and nothing for outgoing webhooks', async () => {
    const toBots = sends(1, 1, inTopic(1, 'x'), text('hello', { mentioned: [user(6)] }), { alsoTo: [6] });
    expect(await unreadAfter([toBots], 6)).to.deep.include({ count: 1, mentions: [1] });
    expect(await unreadAfter([toBots, sends(2, 1, between(1, 7))], 7)).to.deep.equal(none);
  });

  it('are the newest, in as many steps as it takes', async () => {
    const events = Array.from({ length: 2_500 }, (_, at) => message(at + 1, 'x', (at % 2) + 1));
    const found = async (max?: number) =>
      (await unreadAfter(events, 3, max)).streams.map(({ unread_message_ids: ids }) => [
        ids.length,
        ids[0],
        ids.at(-1),
      ]);
    expect(await found(1_200)).to.deep.equal([
      [600, 1_301, 2_499],
      [600, 1_302, 2_500],
    ]);
    expect(await found()).to.deep.equal([
      [1_250, 1, 2_499],
      [1_250, 2, 2_500],
    ]);
  });
});
