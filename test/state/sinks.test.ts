import { expect } from 'chai';
import { nextNumber, sinkRestsUntil } from '../../src/state/sinks.ts';
import type { EventId, SinkId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { type Given, realmId, recorded, registered, stateAfter } from '../support/given.ts';
import { organization } from '../support/organization.ts';
import {
  claimed,
  progressOf,
  sinkAdded,
  sinkAdvanced,
  sinkChanged,
  sinkRemoved,
  sinkRewound,
  sinkUrl,
} from '../support/sink-writes.ts';

/** The state is folded from it on. */
const folded = (...past: Given[]) => stateAfter([...organization(), ...past]);
const sinkAfter = (...past: Given[]) => folded(...past).sinks.byId.get(1 as SinkId);
const idAfter = (...past: Given[]) => recorded([registered, ...organization(), ...past]).at(-1)?.id as EventId;

describe('push sinks in the state', () => {
  it('begin after the event that added them', () => {
    const added = recorded([registered, ...organization(), sinkAdded(1)]).at(-1);
    expect(sinkAfter(sinkAdded(1))?.progress.upTo).to.deep.equal({
      position: added?.position,
      at: added?.metadata.at,
      eventId: added?.id,
    });
  });

  it('have who added them, when, and their settings', () => {
    const added = { ...sinkAdded(3, { actions: ['message-deleted'] as never }, 2) };
    const sink = folded({ ...added, metadata: { ...added.metadata, at: 7 } }).sinks.byId.get(3 as SinkId);
    const { eventId, progress, ...rest } = sink ?? {};
    expect(rest).to.deep.equal({
      sinkId: 3,
      url: sinkUrl,
      actions: ['message-deleted'],
      format: 'cloudevents',
      enabled: true,
      gone: false,
      addedBy: 2,
      addedAt: 7,
      rewind: null,
    });
    expect(progress).to.deep.equal({
      turn: 0,
      sequence: 0,
      upTo: progress?.upTo,
      claimed: null,
      failures: 0,
      lastError: null,
      restsUntil: 0,
      rewoundBy: null,
    });
    expect(eventId).to.equal(progress?.upTo?.eventId);
    expect(progress && nextNumber(progress)).to.equal(1);
    expect(folded(sinkAdded(3), sinkAdded(1)).sinks.sinkIdMax).to.equal(3);
  });

  it('change only what an event names', () => {
    const given = [sinkAdded(1, { actions: ['message-deleted'] as never })];
    expect(sinkAfter(...given, sinkChanged(1, { actions: null }))).to.deep.include({ actions: null, url: sinkUrl });
    expect(sinkAfter(...given, sinkChanged(1, { format: 'ocsf' }))).to.deep.include({
      format: 'ocsf',
      actions: ['message-deleted'],
      url: sinkUrl,
      enabled: true,
    });
    for (const event of [sinkChanged(9, { format: 'ocsf' }), sinkRewound(9), sinkAdvanced(9)])
      expect([...folded(...given, event).sinks.byId.keys()]).to.deep.equal([1]);
  });

  it('follow their progress events', () => {
    const progress = progressOf({ claimed, failures: 2, lastError: 'HTTP 503', restsUntil: 9 });
    expect(sinkAfter(sinkAdded(1), sinkAdvanced(1, progress))?.progress).to.deep.equal(progress);
    expect(folded(sinkAdvanced(1)).sinks.byId.size).to.equal(0);
  });

  it('are tried at once when they are changed or rewound', () => {
    const resting = [sinkAdded(1), sinkAdvanced(1, { restsUntil: 9, failures: 2 })];
    for (const event of [sinkChanged(1, { format: 'ocsf' }), sinkRewound(1)])
      expect(sinkAfter(...resting, event)?.progress).to.deep.include({ restsUntil: 0, failures: 2 });
  });

  it('are disabled and enabled', () => {
    const gone = sinkChanged(1, { enabled: false, cause: 'gone' });
    expect(sinkAfter(sinkAdded(1), gone)).to.include({ enabled: false, gone: true });
    expect(sinkAfter(sinkAdded(1), gone, sinkChanged(1, { url: 'https://x.example' }))).to.include({
      enabled: false,
      gone: true,
      url: 'https://x.example',
    });
    expect(sinkAfter(sinkAdded(1), gone, sinkChanged(1, { enabled: true }))).to.include({ enabled: true, gone: false });
  });

  it('keep a rewind until it is carried out', () => {
    const past = [sinkAdded(1), sinkRewound(1)];
    const eventId = idAfter(...past);
    expect(sinkAfter(...past)?.rewind).to.deep.equal({ eventId, after: null });
    expect(sinkAfter(...past, sinkAdvanced(1))?.rewind).to.deep.equal({ eventId, after: null });
    expect(sinkAfter(...past, sinkAdvanced(1, { rewoundBy: eventId }))?.rewind).to.equal(null);
  });

  it('leave only their id when they are removed', () => {
    const state = folded(sinkAdded(1), sinkAdvanced(1), sinkRemoved(1));
    expect(state.sinks).to.deep.equal({ byId: new Map(), sinkIdMax: 1 });
    expect(state.revisions.has(logStream.sink(realmId, 1 as SinkId))).to.equal(false);
  });

  it('rest for a time that doubles, up to a limit (sinkRestSecsMin, sinkRestSecsMax)', () => {
    const rest = (failures: number): number => sinkRestsUntil(1_000, failures) - 1_000;
    expect([1, 2, 3].map(rest)).to.deep.equal([1, 2, 4].map((times) => times * limits.sinkRestSecsMin * 1000));
    expect([20, 1_000_000].map(rest)).to.deep.equal([limits.sinkRestSecsMax * 1000, limits.sinkRestSecsMax * 1000]);
  });
});
