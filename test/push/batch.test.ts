import { expect } from 'chai';
import type { ReadView } from '../../src/ports/read-store.ts';
import { type Batch, type BatchParts, claimedBatch, nextBatch as next } from '../../src/push/batch.ts';
import { sinkRow } from '../../src/queries/sinks.ts';
import type { Sink } from '../../src/state/sinks.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { EventId, SinkId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { Loose } from '../support/client.ts';
import { type Given, realmId, recorded, registered, stateAfter } from '../support/given.ts';
import { organization, readAfter, user } from '../support/organization.ts';
import { joins, opened } from '../support/past-events.ts';
import { sinkAdded } from '../support/sink-writes.ts';
import { channelRenamed } from '../support/writes.ts';

const end = Number.MAX_SAFE_INTEGER;

/** What a sink is sent that was added before these events. */
async function batchAfter(...past: Given[]) {
  const all = [registered, ...organization(), opened(1, 'plans', [1]), sinkAdded(1), ...past];
  const events = recorded(all);
  const view: ReadView = await readAfter(all);
  const sink = stateAfter(all.slice(1)).sinks.byId.get(1 as SinkId) as Sink;
  const read = async (stream: string, from: number, limit: number): Promise<readonly Recorded[]> =>
    events.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit);
  const parts = { view, events: read, realmId, sink, source: 'https://chat.example.com/api/v1/audit/events' };
  const first = events.length - past.length;
  return { parts, events: events.slice(first) };
}

const nextBatch = async (parts: BatchParts, position: number): Promise<Batch | undefined> =>
  (await next(parts, position)).batch;
const bodyOf = (batch: { readonly body: Buffer } | undefined) => JSON.parse(String(batch?.body ?? '[]')) as Loose[];
const joined = (count: number, users = 1): Given[] =>
  Array.from({ length: count }, (_, at) =>
    at === 0 || users === 1 ? joins(1, 10) : channelRenamed(1, 'x'.repeat(users), 'plans'),
  );

describe('a batch for a push sink', () => {
  it('has the next events, up to a position, and its last position', async () => {
    const { parts, events } = await batchAfter(...joined(3));
    const [first, second] = events;
    const batch = await nextBatch(parts, second?.position ?? 0);
    expect(batch?.claim).to.deep.equal({
      events: [first?.id, second?.id],
      upTo: { position: second?.position, at: second?.metadata.at, eventId: second?.id },
    });
    expect(bodyOf(batch).map(({ id, sequence }) => [id, sequence])).to.deep.equal([
      [first?.id, '0000000000000001'],
      [second?.id, '0000000000000002'],
    ]);
    const done = { ...parts, sink: { ...parts.sink, progress: { ...parts.sink.progress, upTo: batch?.claim.upTo } } };
    expect(bodyOf(await nextBatch(done as typeof parts, end)).map(({ id }) => id)).to.deep.equal([events[2]?.id]);
    expect((await next(parts, end)).upTo, 'nothing is left').to.equal(end);
    expect(await nextBatch(parts, (first?.position ?? 1) - 1)).to.equal(undefined);
  });

  it('has the actions that the sink requested', async () => {
    const { parts } = await batchAfter(...joined(1), opened(2, 'goals', [user(1)]));
    const asking = { ...parts, sink: { ...parts.sink, actions: ['stream.created'] } };
    expect(bodyOf(await nextBatch(asking, end)).map(({ type }) => type)).to.deep.equal(['verbatim.stream.created']);
  });

  it('is the same again from its claim, whatever has changed since', async () => {
    const { parts } = await batchAfter(...joined(2));
    const batch = await nextBatch(parts, end);
    if (!batch) throw new Error('there is none');
    expect(await claimedBatch(parts, batch.claim)).to.deep.equal(batch);
    const gone = '00000000-0000-4000-8000-00000000dead' as EventId;
    const [first, unknown] = bodyOf(
      await claimedBatch(parts, { ...batch.claim, events: [batch.claim.events[0] as EventId, gone] }),
    );
    expect(first?.id).to.equal(batch.claim.events[0]);
    expect(unknown).to.deep.equal({
      specversion: '1.0',
      id: gone,
      source: parts.source,
      sequence: '0000000000000002',
      type: 'verbatim.event.gone',
    });
  });

  it('has a bounded number of events (sinkBatchEventsMax)', async () => {
    const { parts } = await batchAfter(...joined(limits.sinkBatchEventsMax + 1));
    const { batch, upTo } = await next(parts, end);
    expect(upTo, 'more is left').to.equal(undefined);
    expect(bodyOf(batch)).to.have.length(limits.sinkBatchEventsMax);
    expect(batch?.claim.events).to.have.length(limits.sinkBatchEventsMax);
  });

  it('has a bounded number of bytes, except for a single large event (sinkBatchBytesMax)', async () => {
    // Each record has the new name.
    const { parts } = await batchAfter(...joined(30, 50_000));
    const { batch, upTo } = await next(parts, end);
    expect(upTo, 'more is left').to.equal(undefined);
    expect(batch?.body.length).to.be.within(limits.sinkBatchBytesMax / 2, limits.sinkBatchBytesMax);
    expect(batch?.claim.events).to.have.length(bodyOf(batch).length);
    const { parts: huge } = await batchAfter(...joined(3, 600_000).slice(1));
    const one = await nextBatch(huge, end);
    expect(bodyOf(one)).to.have.length(1);
    expect(one?.body.length).to.be.greaterThan(limits.sinkBatchBytesMax);
  });

  it('is counted as lag up to a limit (sinkLagMax)', async () => {
    const { parts, events } = await batchAfter(...joined(limits.sinkLagMax + 1));
    const { lag } = await sinkRow(parts.view, realmId, parts.sink, 0);
    expect(lag).to.deep.equal({
      events: limits.sinkLagMax,
      since: new Date(events[0]?.metadata.at ?? 0).toISOString(),
    });
  });
});
