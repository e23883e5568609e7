import { expect } from 'chai';
import { markPlace } from '../../src/queries/mark-as-read.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { type Given, realmId } from '../support/given.ts';
import { channel, organization, readAfter, user } from '../support/organization.ts';
import { archived, flagsSet, inTopic, joins, leaves, opened, readsAll, sends } from '../support/past-events.ts';

const past = [
  ...organization(),
  opened(1, 'plans', [1, 3]),
  opened(2, 'secret', [1], { inviteOnly: true }),
  opened(3, 'gone', [1, 3]),
  archived(3, 'gone'),
];
const message = (id: number, topic = 'x', in_ = 1) => sends(id, 1, inTopic(in_, topic), 'hello', { client: 'curl' });
const markedAfter = async (events: readonly Given[], topic?: string, in_ = 1, who = 3) =>
  markPlace(await readAfter(past, events), realmId, user(who), { channelId: channel(in_), topic }).catch(
    (error: unknown) => {
      if (error instanceof Refused) return error.refusal;
      throw error;
    },
  );
const nothing = { ids: [], read: [], before: 0 };

describe('marking a place as read', () => {
  it('names what is unread in a stream, and records the gaps as a whole', async () => {
    const events = [message(1), message(2, 'x', 2), message(3, 'y'), message(4)];
    const read = (spans: [number, number][]) => [{ channelId: channel(1), spans }];
    expect(await markedAfter(events)).to.deep.equal({ ids: [1, 3, 4], read: read([[1, 4]]), before: 0 });
    const some = [...events, flagsSet(3, 'read', [3], { read: { 1: [[3, 3]] } })];
    expect(await markedAfter(some)).to.deep.equal({
      ids: [1, 4],
      read: read([
        [1, 2],
        [4, 4],
      ]),
      before: 0,
    });
    expect(await markedAfter([...events, readsAll(3, 4)])).to.deep.equal(nothing);
  });

  it('names only the unread messages of a topic', async () => {
    const events = [message(1), message(2, 'y'), message(3, 'X'), message(4, 'y'), message(5)];
    expect(await markedAfter(events, ' x ')).to.deep.equal({
      ids: [1, 3, 5],
      read: [
        {
          channelId: channel(1),
          spans: [
            [1, 1],
            [3, 3],
            [5, 5],
          ],
        },
      ],
      before: 0,
    });
  });

  it('begins at the beginning of the subscription', async () => {
    const events = [message(1), leaves(1, 3), message(2), joins(1, 3), message(3)];
    expect(await markedAfter(events)).to.deep.equal({
      ids: [3],
      read: [{ channelId: channel(1), spans: [[3, 3]] }],
      before: 0,
    });
    expect(await markedAfter([message(1), leaves(1, 3)])).to.deep.equal(nothing);
    expect(await markedAfter([message(1)], 'x', 1, 2)).to.deep.equal(nothing);
  });

  it('treats things that the caller may not know of as if they did not exist', async () => {
    for (const in_ of [2, 3, 99])
      for (const topic of [undefined, 'x'])
        expect(await markedAfter([message(1, 'x', 2)], topic, in_)).to.deep.equal({ code: 'mark-channel-unknown' });
    for (const topic of ['z', ' '])
      expect(await markedAfter([message(1)], topic)).to.deep.equal({ code: 'topic-unknown', topic });
    // Administrators know of the stream, but not of its messages.
    expect(await markedAfter([message(1, 'x', 2)], 'x', 2, 2)).to.deep.equal({ code: 'topic-unknown', topic: 'x' });
    expect(await markedAfter([message(1, 'x', 2)], undefined, 2, 2)).to.deep.equal(nothing);
  });

  it(`names at most ${limits.unreadListedMax} messages, the newest`, async () => {
    expect(limits.unreadListedMax).to.equal(50_000);
    const events = Array.from({ length: 40 }, (_, at) => message(at + 1));
    const view = await readAfter(past, events);
    const found = await markPlace(view, realmId, user(3), { channelId: channel(1) }, 30);
    expect(found.ids).to.deep.equal(Array.from({ length: 30 }, (_, at) => at + 11));
    expect(found.read).to.deep.equal([{ channelId: channel(1), spans: [[1, 40]] }]);
    const inTopicX = await markPlace(view, realmId, user(3), { channelId: channel(1), topic: 'x' }, 30);
    expect(inTopicX.read).to.deep.equal([{ channelId: channel(1), spans: [[11, 40]] }]);
  });
});
