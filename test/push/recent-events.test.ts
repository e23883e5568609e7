import { expect } from 'chai';
import fc from 'fast-check';
import { type BatchParts, nextBatch, recentBatch } from '../../src/push/batch.ts';
import { type RecentEvent, RecentEvents } from '../../src/push/recent-events.ts';
import { emptyServer, evolve } from '../../src/state/realm-state.ts';

import type { Sink } from '../../src/state/sinks.ts';
import type { Recorded } from '../../src/vocabulary/events/index.ts';
import type { SinkId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { isRecorded } from '../../src/vocabulary/recorded-kinds.ts';
import { personErased } from '../support/erasure-writes.ts';
import { type Given, happened, realmId, recorded, registered } from '../support/given.ts';
import { withLeaves } from '../support/leaf-in.ts';
import { lowerLimits } from '../support/lower-limits.ts';
import { organization } from '../support/organization.ts';
import { deletes, inTopic, joins, opened, sends, text } from '../support/past-events.ts';
import { projectAll, viewOf } from '../support/project.ts';
import { randomPast } from '../support/random-history.ts';
import { sinkAdded, sinkAdvanced, sinkRemoved } from '../support/sink-writes.ts';
import { channelDescribed, channelRenamed } from '../support/writes.ts';

const end = Number.MAX_SAFE_INTEGER;

/** What was seen of these events, in their order. */
function seen(events: readonly Recorded[]) {
  const server = emptyServer();
  const recent = new RecentEvents();
  for (const event of events) recent.see({ event, realm: evolve(server, event), clientEvents: [] });
  const sink = server.realms.get(realmId)?.sinks.byId.get(1 as SinkId) as Sink;
  return { recent, sink };
}

function heldIn(recent: RecentEvents, after: number): RecentEvent[] | undefined {
  const held = recent.between(realmId, after, end);
  return held && [...held];
}

const sealing = (events: readonly Recorded[]): Given =>
  happened(logStream.ledger(realmId), 'LedgerSealed', {
    size: events.length,
    entries: events.map(({ id }) => [id, '']),
    subtrees: [],
    tiles: [],
    checkpoint: '',
  });

/** The batches after the event at `cut`, from the recent events and from the trail. */
async function bothBatches(events: readonly Recorded[], cut: number, actions: Sink['actions'] = null) {
  const { recent, sink } = seen(events);
  const position = events[cut]?.position ?? 0;
  const held = heldIn(recent, position);
  const before = events.slice(0, cut + 1);
  const at = Math.max(...before.map(({ metadata }) => metadata.at));
  const progress = { ...sink.progress, upTo: { position, at, eventId: before.at(-1)?.id ?? '' } };
  const read: BatchParts['events'] = async (stream, from, limit) =>
    events.filter((event) => event.stream === stream && event.revision >= from).slice(0, limit);
  const view = viewOf(await projectAll(events));
  const parts: BatchParts = { view, events: read, realmId, sink: { ...sink, actions, progress }, source: 's' };
  return {
    held,
    ofHeld: held && recentBatch(parts, end, held)?.batch,
    ofTrail: (await nextBatch(parts, end)).batch,
  };
}

const past = (...more: Given[]): Recorded[] =>
  recorded([registered, ...organization(), opened(1, 'plans', [1]), sinkAdded(1), ...more]);
const chat = inTopic(1, 'lunch');

describe('the newest events for push sinks', () => {
  lowerLimits({ sinkRecentEventsMax: 200, sinkRecentTextLengthMax: 100_000 });

  it('make the same batches as the trail, whatever happened', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(randomPast(), fc.nat(), fc.boolean(), async ({ events }, dice, areSealed) => {
        const [first, ...rest] = events;
        const begun = [registered, ...(first ? [first] : []), sinkAdded(1), ...rest];
        const log = recorded(begun);
        const all = areSealed
          ? recorded([...begun, sealing(log.filter((one) => isRecorded(one.kind, one.type)))])
          : log;
        const cut = 2 + (dice % (all.length - 2));
        const actions = dice % 3 === 0 ? ['message.', 'stream.created'] : null;
        const { held, ofHeld, ofTrail } = await bothBatches(withLeaves(all), cut, actions);
        if (!held) return;
        compared += held.length;
        expect(ofHeld).to.deep.equal(ofTrail);
      }),
      { numRuns: 60 },
    );
    expect(compared).to.be.above(200);
  });

  it('have the names at the time of the event', async () => {
    const events = past(sends(1, 3, chat, 'hello'), channelRenamed(1, 'goals', 'plans'), sends(2, 3, chat, 'there'));
    const { ofHeld, ofTrail } = await bothBatches(events, events.length - 4);
    expect(String(ofHeld?.body)).to.contain('"stream":"plans"').and.to.contain('"stream":"goals"');
    expect(ofHeld).to.deep.equal(ofTrail);
  });

  it('are read from the trail if one of them was removed from the log, or somebody was erased', () => {
    for (const gone of [deletes(1, 3, chat), personErased(3)]) {
      const events = withLeaves(past(sends(1, 3, chat, 'hello'), gone, joins(1, 3)));
      const { recent } = seen(events);
      expect(heldIn(recent, events.at(-4)?.position ?? 0), gone.event.type).to.equal(undefined);
      expect(heldIn(recent, events.at(-2)?.position ?? 0)).to.have.length(1);
    }
    // What was taken before is no matter.
    const earlier = withLeaves(
      recorded([
        registered,
        ...organization(),
        opened(1, 'plans', [1]),
        sends(1, 3, chat, 'a'),
        sinkAdded(1),
        joins(1, 3),
        deletes(1, 3, chat),
      ]),
    );
    expect(heldIn(seen(earlier).recent, earlier.at(-3)?.position ?? 0)).to.have.length(2);
  });

  it('are held only while there are sinks', () => {
    const events = past(joins(1, 3), sinkRemoved(1), joins(1, 4));
    expect(heldIn(seen(events).recent, events.at(-2)?.position ?? 0)).to.equal(undefined);
  });

  it('are let go when every sink of the organization has received them', () => {
    const said = [sinkAdded(2), ...[3, 4, 5].map((user) => joins(1, user))];
    const [before = 0, first = 0, second = 0] = past(...said)
      .slice(-4)
      .map(({ position }) => position);
    const heldAfter = (after: number, ...received: readonly number[]): number | undefined => {
      const advanced = received.map((position, at) => sinkAdvanced(at + 1, { upTo: { position, at: 0, eventId: '' } }));
      return heldIn(seen(past(...said, ...advanced)).recent, after)?.length;
    };
    expect(heldAfter(before, second), 'the other sink has not').to.equal(3);
    expect(heldAfter(before, second, first)).to.equal(undefined);
    expect(heldAfter(first, second, first)).to.equal(2);
  });

  it('make no batch if something must be read, for example what was written before', () => {
    const { recent, sink } = seen(past(joins(1, 3), channelDescribed(1, 'new')));
    const batchUpTo = (count: number) => {
      const held = heldIn(recent, sink.progress.upTo.position) ?? [];
      return recentBatch({ sink, source: 's' }, end, held.slice(0, count));
    };
    expect(batchUpTo(1)?.batch?.claim.events).to.have.length(1);
    expect(batchUpTo(2)).to.equal(undefined);
  });

  it('are bounded in number and length: beyond it the oldest quarter is dropped (sinkRecentEventsMax, sinkRecentTextLengthMax)', () => {
    const countAfter = (events: readonly Recorded[], newest: number): number | undefined =>
      heldIn(seen(events).recent, events.at(-newest - 1)?.position ?? 0)?.length;
    const many = past(...Array.from({ length: limits.sinkRecentEventsMax + 1 }, () => joins(1, 3)));
    const left = Math.floor((limits.sinkRecentEventsMax + 1) * 0.75);
    expect(countAfter(many.slice(0, -1), limits.sinkRecentEventsMax)).to.equal(limits.sinkRecentEventsMax);
    expect([countAfter(many, left + 1), countAfter(many, left)]).to.deep.equal([undefined, left]);
    // It is held as text and as HTML, which is longer.
    const long = 'x'.repeat(limits.sinkRecentTextLengthMax / 20);
    const texts = past(...Array.from({ length: 10 }, (_, at) => sends(at + 1, 3, chat, long)));
    expect([7, 8].map((newest) => countAfter(texts, newest))).to.deep.equal([7, undefined]);
  });

  it('may be exactly as long as the bound', () => {
    const heldOf = (more: number): number | undefined => {
      const content = (length: number) => ({ ...text('x'.repeat(length)), html: '' });
      const lengths = [limits.sinkRecentTextLengthMax - 1, 1 + more];
      const events = past(...lengths.map((length, at) => sends(at + 1, 3, chat, content(length))));
      return heldIn(seen(events).recent, events.at(-3)?.position ?? 0)?.length;
    };
    expect([0, 1].map(heldOf)).to.deep.equal([2, undefined]);
  });
});
