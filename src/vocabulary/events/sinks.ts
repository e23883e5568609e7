/**
 * Events about push sinks: external addresses to which the trail is sent. The events of `audit-…` are recorded in the trail and in the
 * ledger. The progress of each sink is in a log stream of its own (`sink-…`), which keeps only its newest events and is neither recorded
 * nor exported.
 */
import { z } from 'zod';
import { EventId, SinkId } from '../ids.ts';
import { AuditRequest } from './audit.ts';

export const sinkFormats = ['cloudevents', 'ocsf'] as const;
export type SinkFormat = (typeof sinkFormats)[number];

export const sinkEvents = {
  SinkAdded: z.object({
    sinkId: SinkId,
    url: z.string(),
    /** The actions that are sent: names, and prefixes that end in a dot. Null for all. */
    actions: z.array(z.string()).nullable(),
    format: z.enum(sinkFormats),
    request: AuditRequest.optional(),
  }),
  /** An absent field stays unchanged. */
  SinkChanged: z.object({
    sinkId: SinkId,
    url: z.string().optional(),
    actions: z.array(z.string()).nullable().optional(),
    format: z.enum(sinkFormats).optional(),
    /** While it is false, nothing is sent. */
    enabled: z.boolean().optional(),
    /** The receiver answered that it is gone (410). Absent if an auditor changed it. */
    cause: z.literal('gone').optional(),
  }),
  SinkRemoved: z.object({ sinkId: SinkId }),
  /** Everything after the event is sent again; null for everything. The batch that was begun before is completed first. */
  SinkRewound: z.object({ sinkId: SinkId, after: EventId.nullable(), request: AuditRequest.optional() }),
} as const;

/** How far the trail was read: the position of the last event, and the time and id of the last erased event. */
const Place = z.object({ position: z.int(), at: z.int(), eventId: z.string() });

export const SinkProgress = z.object({
  /** The number of this event among those of the sink. */
  turn: z.int(),
  /** The number of the last event that the receiver accepted. Events are numbered from 1 without gaps. */
  sequence: z.int(),
  /** Everything up to here was accepted. */
  upTo: Place,
  /** The batch that is being sent. It is recorded before it is sent, so that its events have the same numbers in every repetition. */
  claimed: z.object({ events: z.array(EventId), upTo: Place }).nullable(),
  /** The number of failed requests since the last successful one. */
  failures: z.int(),
  lastError: z.string().nullable(),
  /** Nothing is sent before this time, in milliseconds. */
  restsUntil: z.int(),
  /** The last `SinkRewound` that was applied. */
  rewoundBy: EventId.nullable(),
});
export type SinkProgress = z.infer<typeof SinkProgress>;

export const sinkProgressEvents = {
  SinkAdvanced: z.object({ sinkId: SinkId, ...SinkProgress.shape }),
} as const;
