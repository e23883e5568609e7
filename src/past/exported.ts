/**
 * The events of an organization as lines of an export (docs/export-format.md), for auditors. They replay like the log, but contain no
 * secrets.
 */
import { RollingCheck } from '../audit/checked-lines.ts';
import {
  ExportEnd,
  type ExportedEvent,
  ExportHeader,
  exportedEvent,
  formatName,
  formatVersion,
} from '../audit/export-format.ts';
import { atOf, survey } from '../audit/export-survey.ts';
import type { LogReader } from '../ports/log-reader.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { foldedWithoutSecrets } from './without-secrets.ts';

export type ExportOrder = {
  readonly realmId: RealmId;
  /** The position at which the export ends. */
  readonly upTo: number;
  /** The position up to which erasures are searched for: the end of the log. */
  readonly tail: number;
};

/** Lines without their line end. Every call gives the same lines, until something in them is erased. */
export async function* exportedLines(
  reader: Pick<LogReader, 'readAll'>,
  { realmId, upTo, tail }: ExportOrder,
): AsyncGenerator<string> {
  const { organizations, isTheirs, isErased } = await survey(
    { readAll: (after) => reader.readAll(after, tail) },
    realmId,
    upTo,
    () => undefined,
  );
  const check = new RollingCheck();
  const line = (value: object): string => check.line(value).trimEnd();
  const begun = { format: formatName, version: formatVersion, organizations };
  yield line(ExportHeader.parse({ ...begun, upTo: { position: upTo }, replaced: true }));
  let newest: ExportedEvent | undefined;
  let events = 0;
  for await (const event of reader.readAll(0, upTo)) {
    if (!isTheirs(event) || isErased(event)) continue;
    newest = exportedEvent({ ...event, data: foldedWithoutSecrets(event.data) });
    events += 1;
    yield line(newest);
  }
  if (!newest) throw new Error('an organization without an event');
  const end = { events, newest: { id: newest.id, at: atOf(newest) }, erased: [], sha256: check.digest() };
  yield line(ExportEnd.parse({ end }));
}
