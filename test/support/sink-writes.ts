/** Short functions for past events about push sinks. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { SinkProgress } from '../../src/vocabulary/events/sinks.ts';
import type { EventId, SinkId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { inAudit } from './audit-writes.ts';
import { exports } from './export-writes.ts';
import { type Given, happened, realmId } from './given.ts';
import { realmExports } from './realm-export-writes.ts';

export const sinkUrl = 'https://siem.example.com/verbatim';
const someEvent = '00000000-0000-4000-8000-000000000001' as EventId;

export const sinkAdded = (id: number, more: Partial<DataOf<'SinkAdded'>> = {}, by = 2): Given =>
  inAudit('SinkAdded', { sinkId: id as SinkId, url: sinkUrl, actions: null, format: 'cloudevents', ...more }, by);

export const sinkChanged = (id: number, more: Partial<DataOf<'SinkChanged'>>): Given =>
  inAudit('SinkChanged', { sinkId: id as SinkId, ...more });

export const sinkRemoved = (id: number): Given => inAudit('SinkRemoved', { sinkId: id as SinkId });

export const sinkRewound = (id: number, after: EventId | null = null): Given =>
  inAudit('SinkRewound', { sinkId: id as SinkId, after });

export const progressOf = (more: Partial<SinkProgress> = {}): SinkProgress => ({
  turn: 1,
  sequence: 3,
  upTo: { position: 7, at: 70, eventId: someEvent },
  claimed: null,
  failures: 0,
  lastError: null,
  restsUntil: 0,
  rewoundBy: null,
  ...more,
});

export const claimed = { events: [someEvent], upTo: { position: 9, at: 90, eventId: someEvent } };

export const sinkAdvanced = (id: number, more: Partial<SinkProgress> = {}): Given =>
  happened(
    logStream.sink(realmId, id as SinkId),
    'SinkAdvanced',
    { sinkId: id as SinkId, ...progressOf(more) },
    { actor: null },
  );

/** A sink is added, progresses, or is removed. */
export const sinks = ({ sinks: { byId, sinkIdMax } }: RealmState): Given[] => {
  const newest = byId.get(sinkIdMax as SinkId);
  if (!newest) return [sinkAdded(sinkIdMax + 1, { actions: ['message.'] })];
  const { turn } = newest.progress;
  if (turn > 2) return [sinkRemoved(sinkIdMax)];
  if (turn === 1) return [sinkRewound(sinkIdMax), sinkChanged(sinkIdMax, { enabled: false })];
  return [sinkAdvanced(sinkIdMax, { turn: turn + 1, claimed: turn === 0 ? claimed : null })];
};

export const exportsAndSinks = (state: RealmState): Given[] => [
  ...exports(state),
  ...realmExports(state),
  ...sinks(state),
];
