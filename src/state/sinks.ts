/** Push sinks, and the progress of each. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import type { SinkFormat, SinkProgress } from '../vocabulary/events/sinks.ts';
import type { EventId, Millis, SinkId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

export type Sink = {
  readonly sinkId: SinkId;
  /** The event that added it. */
  readonly eventId: EventId;
  readonly url: string;
  /** Null for all actions. */
  readonly actions: readonly string[] | null;
  readonly format: SinkFormat;
  readonly enabled: boolean;
  /** Whether its receiver said that it is gone. */
  readonly gone: boolean;
  readonly addedBy: UserId | null;
  readonly addedAt: Millis;
  readonly progress: SinkProgress;
  /** The newest `SinkRewound` that has not been applied yet. */
  readonly rewind: { readonly eventId: EventId; readonly after: EventId | null } | null;
};

export type Sinks = {
  byId: Map<SinkId, Sink>;
  sinkIdMax: number;
};

/** Ends the pause after failures, so that the receiver is tried at once. */
const rested = (progress: SinkProgress): SinkProgress => ({ ...progress, restsUntil: 0 });

export const sinksState: StatePart<Sinks> = {
  initial: () => ({ byId: new Map(), sinkIdMax: 0 }),
  on: {
    SinkAdded({ id: eventId, position, data, metadata: { actor: addedBy, at: addedAt } }, sinks) {
      const { sinkId, url, actions, format } = data;
      const progress: SinkProgress = {
        turn: 0,
        sequence: 0,
        upTo: { position, at: addedAt, eventId },
        claimed: null,
        failures: 0,
        lastError: null,
        restsUntil: 0,
        rewoundBy: null,
      };
      const definition = { sinkId, eventId, url, actions, format, enabled: true, gone: false, addedBy, addedAt };
      sinks.byId.set(sinkId, { ...definition, progress, rewind: null });
      sinks.sinkIdMax = Math.max(sinks.sinkIdMax, sinkId);
    },
    SinkChanged: ({ data: { sinkId, cause, url, actions, format, enabled } }, { byId }) =>
      changeEntry(byId, sinkId, ({ progress }) => ({
        ...(url !== undefined && { url }),
        ...(actions !== undefined && { actions }),
        ...(format !== undefined && { format }),
        ...(enabled !== undefined && { enabled, gone: cause === 'gone' }),
        progress: rested(progress),
      })),
    SinkRemoved: ({ data }, { byId }) => void byId.delete(data.sinkId),
    SinkRewound: ({ id: eventId, data: { sinkId, after } }, { byId }) =>
      changeEntry(byId, sinkId, ({ progress }) => ({ rewind: { eventId, after }, progress: rested(progress) })),
    SinkAdvanced: ({ data: { sinkId, ...progress } }, { byId }) =>
      changeEntry(byId, sinkId, ({ rewind }) => ({
        progress,
        rewind: rewind?.eventId === progress.rewoundBy ? null : rewind,
      })),
  },
};

/** The end of the pause for a receiver that has failed `failures` times in a row, the last time at `now`. */
export const sinkRestsUntil = (now: Millis, failures: number): Millis =>
  now + 1000 * Math.min(limits.sinkRestSecsMax, limits.sinkRestSecsMin * 2 ** Math.min(failures - 1, 30));

export const nextNumber = ({ sequence }: SinkProgress): number => sequence + 1;
