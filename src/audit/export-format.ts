/** The format of an export, version 1 (docs/export-format.md): a header, an event a line in log order, and an end. */
import { z } from 'zod';
import { EventId, RealmId } from '../vocabulary/ids.ts';

export const formatName = 'verbatim-export';
export const formatVersion = 1;

/** An organization as the log registered it: the id of that event is its identity in every log. */
export const ExportedRealm = z.object({ realmId: RealmId, subdomain: z.string(), registration: EventId });
export type ExportedRealm = z.infer<typeof ExportedRealm>;

export const ExportHeader = z.object({
  format: z.literal(formatName),
  version: z.literal(formatVersion),
  /** In the order in which they were founded. */
  organizations: z.array(ExportedRealm).min(1),
  /** Where the export ends in the log it was taken from; means nothing in another. */
  upTo: z.object({ position: z.int().nonnegative() }),
});
export type ExportHeader = z.infer<typeof ExportHeader>;

/** Passed on as it is: not even the order of its fields changes. */
const anyObject = z.custom<object>((value) => typeof value === 'object' && value !== null && !Array.isArray(value));

/** An event exactly as it is stored; never upcast, whatever its type. */
export const ExportedEvent = z.object({
  id: EventId,
  type: z.string().min(1),
  stream: z.string().regex(/^[\x21-\x7e]{1,500}$/),
  revision: z.int().nonnegative(),
  data: anyObject,
  metadata: anyObject,
});
export type ExportedEvent = z.infer<typeof ExportedEvent>;

export const ExportEnd = z.object({
  end: z.object({
    events: z.int().positive(),
    /** The newest event, and when it happened (UTC milliseconds). */
    newest: z.object({ id: EventId, at: z.int().nonnegative() }),
    /** Log streams of messages that were erased while this was written: whoever reads it leaves out what it holds of them. */
    erased: z.array(z.string()),
    /** Of every byte before this line, hexadecimal. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
  }),
});
export type ExportEnd = z.infer<typeof ExportEnd>;

/** What keeps an export or import from being done, in words for whoever asked for it. */
export class MoveRefused extends Error {
  override name = 'MoveRefused';
}
