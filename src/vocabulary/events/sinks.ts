/**
 * Events about push sinks: addresses outside to which the trail is sent. Those of `audit-…` are recorded in trail and ledger. The progress
 * of each sink is in a log stream of its own (`sink-…`), which keeps its newest events only and is neither recorded nor exported.
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
    /** Which actions are sent: names, and prefixes that end in a dot. Null: all. */
    actions: z.array(z.string()).nullable(),
    format: z.enum(sinkFormats),
    request: AuditRequest.optional(),
  }),
  /** What is absent stays as it was. */
  SinkChanged: z.object({
    sinkId: SinkId,
    url: z.string().optional(),
    actions: z.array(z.string()).nullable().optional(),
    format: z.enum(sinkFormats).optional(),
    /** False: nothing is sent until it is true again. */
    enabled: z.boolean().optional(),
    /** The receiver answered that it is gone (410); absent: an auditor changed it. */
    cause: z.literal('gone').optional(),
  }),
  SinkRemoved: z.object({ sinkId: SinkId }),
  /** What comes after the event is sent again; null: everything. The batch that was begun before is finished first. */
  SinkRewound: z.object({ sinkId: SinkId, after: EventId.nullable(), request: AuditRequest.optional() }),
} as const;

/** How far the trail was read: the position of the last event, and the time and id of the last one that counts by them. */
const Place = z.object({ position: z.int(), at: z.int(), eventId: z.string() });

export const SinkProgress = z.object({
  /** Counts these events of one sink. */
  turn: z.int(),
  /** The number of the last event that the receiver took. Events are numbered from 1 without gaps. */
  sequence: z.int(),
  /** Everything up to here was taken. */
  upTo: Place,
  /** What is being sent, recorded before it is, so that it has the same numbers whenever it is sent again. */
  claimed: z.object({ events: z.array(EventId), upTo: Place }).nullable(),
  /** Requests that failed, without one that succeeded since. */
  failures: z.int(),
  lastError: z.string().nullable(),
  /** Nothing is sent before this time, in milliseconds. */
  restsUntil: z.int(),
  /** The last `SinkRewound` that was followed. */
  rewoundBy: EventId.nullable(),
});
export type SinkProgress = z.infer<typeof SinkProgress>;

export const sinkProgressEvents = {
  SinkAdvanced: z.object({ sinkId: SinkId, ...SinkProgress.shape }),
} as const;
