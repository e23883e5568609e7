/** The format of an export, version 1 (docs/export-format.md): a header, one event in each line in log order, and an end. */
import { z } from 'zod';
import { EventLogDamaged, eventNamed, type StoredEvent } from '../ports/event-log.ts';
import { EventId, RealmId } from '../vocabulary/ids.ts';
import { subdomainForm } from '../vocabulary/subdomain.ts';

export const formatName = 'verbatim-export';
export const formatVersion = 1;

/** An organization. The id of the event that registered it identifies it in every log. */
export const ExportedRealm = z.object({
  realmId: RealmId,
  subdomain: z.string().regex(subdomainForm),
  registration: EventId,
  /** The last checkpoint of its ledger in that log. Absent if nothing was sealed. The ledger itself is not exported. */
  checkpoint: z.string().optional(),
});
export type ExportedRealm = z.infer<typeof ExportedRealm>;

export const ExportHeader = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  /** In the order of their registration. */
  organizations: z.array(ExportedRealm).min(1),
  /** The position at which the export ends, in the log that it was taken from. It has no meaning in another log. */
  upTo: z.object({ position: z.int().nonnegative() }),
  /** Present if an auditor downloaded the export for a replay. Then the secrets in its events were replaced, and it cannot be imported. */
  replaced: z.literal(true).optional(),
});
export type ExportHeader = z.infer<typeof ExportHeader>;

/** Copied unchanged, including the order of its fields. */
const anyObject = z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** An event as it is stored, without upcasts. */
export const ExportedEvent = z.object({
  id: EventId,
  type: z.string().min(1),
  stream: z.string().regex(/^[\x21-\x7e]{1,500}$/),
  revision: z.int().nonnegative(),
  data: anyObject,
  metadata: anyObject,
});
export type ExportedEvent = z.infer<typeof ExportedEvent>;

/** Throws EventLogDamaged for an event of a form that Verbatim never writes. */
export function exportedEvent(stored: StoredEvent): ExportedEvent {
  const event = ExportedEvent.safeParse(stored);
  if (event.success) return event.data;
  throw new EventLogDamaged(
    `${eventNamed(stored)} cannot be exported, because Verbatim writes none of this form. Put back a backup of the log; ` +
      '`verbatim verify` tells which events were changed',
  );
}

export const ExportEnd = z.object({
  end: z.object({
    events: z.int().positive(),
    /** The newest event and its time (UTC milliseconds). */
    newest: z.object({ id: EventId, at: z.int().nonnegative() }),
    /** Log streams of messages that were erased while the file was written. An import leaves out their events. */
    erased: z.array(z.string()),
    /** SHA-256 of all bytes before this line, hexadecimal. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});
export type ExportEnd = z.infer<typeof ExportEnd>;

/** The reason why an export or import cannot be done, as a text for the operator. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}
