/** A decision that subscribes or unsubscribes very many users: other commands are executed between its pieces, and take effect. */
import { join } from 'node:path';
import { expect } from 'chai';
import { archiveChannel } from '../../../commands/channels/archive-channel.ts';
import type { Subscribed } from '../../../commands/channels/join-channels.ts';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { unsubscribe } from '../../../commands/channels/unsubscribe.ts';
import { updateChannel } from '../../../commands/channels/update-channel.ts';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { Executed, Executor } from '../../../src/engine/decide/executor.ts';
import { emptyChannels } from '../../../src/policies/empty-channels.ts';
import type { EventLog, StoredEvent } from '../../../src/ports/event-log.ts';
import { namedPerPiece } from '../../../src/vocabulary/events/users-named.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { engineIn } from '../../support/engine.ts';
import { type Given, happened, realmId, recorded, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const crowd = Array.from({ length: 300 }, (_, at) => (100 + at) as UserId);
const streams = Array.from({ length: 20 }, (_, at) => at + 1);
const owner = 1 as UserId;
const [member = owner] = crowd;
const lastStream = 20;

const people = crowd.map((userId) =>
  happened(logStream.directory(realmId), 'UserCreated', {
    userId,
    role: 400,
    addressFingerprint: `fp:${userId}`,
    bot: null,
  }),
);
const withStreams = (opened: (id: number) => Given): Given[] => [
  registered,
  past.founded(),
  ...past.newUser(owner, { role: 100 }),
  ...people,
  ...streams.map(opened),
];
const named = (ids: readonly number[]) => ids.map((id) => ({ name: `stream ${id}` }));
const by = (actor: UserId) => ({ realmId, actor, client: 'test', requestId: 'r' });

type Act = (executor: Executor) => Promise<Executed<unknown>>;

/** Executes a large decision. When its first users have joined or left, others act, all at once. */
async function executed(beginning: readonly Given[], large: Act, others: readonly Act[]) {
  const folder = temporaryFolder();
  const log = await openLmdbEventLog(join(folder, 'log'));
  await appendAtOnce(log, beginning);
  const acted: Promise<Executed<unknown>>[] = [];
  let begin = (): void => undefined;
  const watched: EventLog = {
    ...log,
    async append(...given) {
      const result = await log.append(...given);
      if (given[1].some(({ type }) => type.startsWith('Subscribers'))) begin();
      return result;
    },
  };
  const { engine, close } = await engineIn(folder, { log: watched, projections: [], policies: [emptyChannels] });
  const tail = await log.tail();
  begin = () => {
    begin = () => undefined;
    acted.push(...others.map((act) => act(engine.executor)));
  };
  const done = await large(engine.executor);
  const results = await Promise.all(acted);
  await engine.policyRunner.finished(realmId, () => true, 60_000);
  await close();
  const events: StoredEvent[] = [];
  for await (const event of log.readAll(tail)) events.push(event);
  await log.close();
  return { done, results, events };
}

async function appendAtOnce(log: EventLog, beginning: readonly Given[]): Promise<void> {
  const events = recorded(beginning);
  for (const stream of new Set(events.map((event) => event.stream))) {
    const own = events.filter((event) => event.stream === stream);
    await log.append(
      stream,
      own.map(({ id, type, data, metadata }) => ({ id, type, data, metadata })),
      'none',
    );
  }
}

const channelOf = ({ data }: StoredEvent) => (data as { channelId?: number }).channelId;
const channelsOf = (events: readonly StoredEvent[], type: string) =>
  new Set(events.filter((event) => event.type === type).map(channelOf));

describe('between the pieces of a large decision', () => {
  const subscribing: Act = (executor) =>
    executor.execute(subscribe, { channels: named(streams), principals: crowd }, by(member));
  const unsubscribing: Act = (executor) =>
    executor.execute(unsubscribe, { names: named(streams).map(({ name }) => name), principals: crowd }, by(owner));
  const isOpen = (id: number) => past.opened(id, `stream ${id}`, [owner]);
  const hasCrowd = (id: number) => past.opened(id, `stream ${id}`, crowd);
  const creating =
    (name: string): Act =>
    (executor) =>
      executor.execute(subscribe, { channels: [{ name }] }, by(owner));

  for (const { what, large, opened, type } of [
    { what: 'takes users into streams', large: subscribing, opened: isOpen, type: 'SubscribersAdded' },
    { what: 'takes users out of them', large: unsubscribing, opened: hasCrowd, type: 'SubscribersRemoved' },
  ])
    it(`that ${what} other commands are executed`, async () => {
      const { done, results, events } = await executed(withStreams(opened), large, [creating('a'), creating('b')]);
      expect([done, ...results].map(({ ok }) => ok)).to.deep.equal([true, true, true]);
      const types = events.map((event) => event.type);
      expect(types.filter((one) => one === 'ChannelCreated')).to.have.length(2);
      expect(types.lastIndexOf('ChannelCreated')).to.be.below(types.lastIndexOf(type));
      expect(channelsOf(events, type)).to.have.all.keys(streams);
    });

  it('that creates streams other commands are executed, because the creation of streams names few users', async () => {
    const { done, results, events } = await executed(withStreams(isOpen).slice(0, -streams.length), subscribing, [
      creating('a'),
    ]);
    expect([done, ...results].map(({ ok }) => ok)).to.deep.equal([true, true]);
    const created = events.filter(({ type }) => type === 'ChannelCreated');
    const subscribers = created.map(({ data }) => (data as { subscribers: number[] }).subscribers.length);
    expect(subscribers.slice(0, -1).reduce((sum, count) => sum + count)).to.be.within(1, namedPerPiece);
    const added = events.filter(({ type }) => type === 'SubscribersAdded');
    expect(created.at(-1)?.position).to.be.below(added.at(-1)?.position ?? 0);
    const inAll = added.reduce((sum, { data }) => sum + (data as { userIds: number[] }).userIds.length, 0);
    expect(inAll + subscribers.slice(0, -1).reduce((sum, count) => sum + count)).to.equal(20 * crowd.length);
  });

  for (const { what, act } of [
    {
      what: 'is archived',
      act: (executor) => executor.execute(archiveChannel, { channelId: lastStream as never }, by(owner)),
    },
    {
      what: 'is made private',
      act: (executor) =>
        executor.execute(updateChannel, { channelId: lastStream as never, inviteOnly: true } as never, by(owner)),
    },
  ] satisfies { what: string; act: Act }[])
    it(`a stream ${what}: nobody is subscribed to it any more, and the caller is informed`, async () => {
      const { done, results, events } = await executed(withStreams(isOpen), subscribing, [act]);
      expect(results.map(({ ok }) => ok)).to.deep.equal([true]);
      expect(channelsOf(events, 'SubscribersAdded')).to.have.all.keys(streams.filter((id) => id !== lastStream));
      const { subscribed, count, unauthorized } = done.ok ? (done.result as Subscribed) : expect.fail('refused');
      expect({ count, unauthorized }).to.deep.equal({
        count: (streams.length - 1) * crowd.length,
        unauthorized: [`stream ${lastStream}`],
      });
      expect(Object.values(subscribed).flat()).to.have.length(count).and.not.include(`stream ${lastStream}`);
    });

  it('somebody joins a private stream that it empties: it is not archived', async () => {
    const isPrivate = (id: number) => past.opened(id, `stream ${id}`, crowd, { inviteOnly: id >= lastStream - 1 });
    const letIn: Act = (executor) =>
      executor.execute(subscribe, { channels: named([lastStream]), principals: [owner] }, by(member));
    const { done, results, events } = await executed(withStreams(isPrivate), unsubscribing, [letIn]);
    // The request succeeds: all users that it names have left the stream, although somebody else has joined it.
    expect([done, ...results].map(({ ok }) => ok)).to.deep.equal([true, true]);
    expect(channelsOf(events, 'ChannelArchived')).to.have.all.keys([lastStream - 1]);
  });
});
