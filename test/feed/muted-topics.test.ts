import { expect } from 'chai';
import { mutedTopicsTexts } from '../../src/feed/muted-topics.ts';
import { feedOf, queueOf, servedTogether, summaries } from '../support/feed.ts';
import { testNow } from '../support/given.ts';
import { user } from '../support/organization.ts';
import { archived, founded, joins, mutes, newUser, opened } from '../support/past-events.ts';
import { channelRenamed, privacyChanged, roleChanged, unmutes } from '../support/writes.ts';

const past = [founded(), ...newUser(1), ...newUser(2), opened(1, 'plans', []), opened(2, 'goals', [])];
const at = (given: ReturnType<typeof mutes>, seconds: number) => ({
  ...given,
  metadata: { at: testNow + seconds * 1000 },
});
const since = Math.floor(testNow / 1000);
const lastFor = (id: number, before: Parameters<typeof feedOf>[1], ...news: Parameters<typeof feedOf>[1]) =>
  feedOf([...past, ...before], news)
    .receivedBy(id)
    .at(-1)?.muted_topics;

describe('client events about muted topics', () => {
  it('are only for the user', () => {
    const scope = { kind: 'users', userIds: [2] };
    expect(summaries(feedOf(past, [mutes(2, 1, 'tea'), unmutes(2, 1, 'tea')]))).to.deep.equal([
      ['muted_topics', scope],
      ['muted_topics', scope],
    ]);
    expect(lastFor(1, [], mutes(2, 1, 'tea'))).to.equal(undefined);
  });

  it('have the whole list, with the name of the stream and the time', () => {
    const before = [at(mutes(2, 1, 'tea'), 5), mutes(1, 1, 'other')];
    expect(lastFor(2, before, at(mutes(2, 2, 'milk'), 6))).to.have.deep.members([
      ['plans', 'tea', since + 5],
      ['goals', 'milk', since + 6],
    ]);
  });

  it('have no topic that is no longer muted, and none of an archived stream', () => {
    const before = [at(mutes(2, 1, 'tea'), 5), at(mutes(2, 2, 'milk'), 6)];
    expect(lastFor(2, before, unmutes(2, 1, 'TEA'))).to.deep.equal([['goals', 'milk', since + 6]]);
    expect(lastFor(2, [...before, archived(2, 'goals')], mutes(2, 1, 'tea'))).to.deep.equal([
      ['plans', 'tea', since + 5],
    ]);
  });

  it('name no stream that the user no longer knows of, until they know of it again', () => {
    const news = [
      privacyChanged(1, true),
      channelRenamed(1, 'secret', 'plans'),
      mutes(2, 2, 'milk'),
      roleChanged(2, 600, 400),
      roleChanged(2, 400, 600),
      joins(1, 2),
      channelRenamed(1, 'shared', 'secret'),
      privacyChanged(1, false),
    ];
    const queue = queueOf(2);
    const feed = feedOf([...past, mutes(2, 1, 'tea')], news, [queue]);
    const namesIn = (rows: ReturnType<typeof servedTogether>) =>
      rows.flatMap((row) =>
        row.type === 'muted_topics' ? [(row.muted_topics as string[][]).map(([name]) => name)] : [],
      );
    const expected = [[], ['goals'], [], ['goals'], ['secret', 'goals'], ['shared', 'goals']];
    expect(namesIn(feed.deliveredTo(queue))).to.deep.equal(expected);
    expect(namesIn(servedTogether(feed.state, queue, feed.clientEvents))).to.deep.equal(expected);
  });

  it('store what changed, and not the list', () => {
    const many = Array.from({ length: 500 }, (_, at) => mutes(2, 1, `topic ${at}`));
    const { clientEvents } = feedOf(past, many);
    for (const one of clientEvents) expect(JSON.stringify(one).length).to.be.below(250);
  });

  it('have the list right after each of them, even if they are served together', () => {
    const { state, clientEvents } = feedOf(
      [...past, at(mutes(2, 1, 'first'), 1)],
      [
        at(mutes(2, 1, 'tea'), 5),
        at(mutes(2, 2, 'milk'), 6),
        unmutes(2, 1, 'TEA'),
        at(mutes(2, 1, 'tea'), 8),
        unmutes(2, 1, 'first'),
        at(mutes(2, 2, 'MILK'), 9),
      ],
    );
    const events = clientEvents.map(({ eventId, clientEvent: { body } }) => {
      if (body.kind !== 'muted') throw new Error(body.kind);
      return { typeName: 'muted_topics', eventId, body };
    });
    const lists = mutedTopicsTexts(state, user(2), events).map((text) => JSON.parse(text).muted_topics);
    const [first, tea, milk, again] = [
      ['plans', 'first', since + 1],
      ['plans', 'tea', since + 5],
      ['goals', 'milk', since + 6],
      ['plans', 'tea', since + 8],
    ];
    expect(lists).to.deep.equal([
      [first, tea],
      [first, tea, milk],
      [first, milk],
      [first, milk, again],
      [milk, again],
      [milk, again],
    ]);
  });
});
