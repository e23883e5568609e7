/**
 * Exports organizations to a file (docs/export-format.md): their events as stored, in log order, up to a position of the log. Another
 * export up to the same position gives the same bytes, unless something was erased in between.
 */
import type { EventLog, StoredEvent } from '../ports/event-log.ts';
import { WrongValue } from '../vocabulary/wrong-value.ts';
import { assertFree, type Begun, begunIn, ExportFile, finish, headerIn } from './export-file.ts';
import {
  type ExportEnd,
  type ExportedEvent,
  ExportHeader,
  exportedEvent,
  formatName,
  formatVersion,
  MoveRefused,
} from './export-format.ts';
import { atOf, erasedSince, type Survey, survey } from './export-survey.ts';

export type ExportOrder = {
  /** The id of an organization, or all organizations. */
  readonly realm: number | 'all';
  /** The file, which must not exist. Until it is complete, it is named `<path>.partial`. */
  readonly path: string;
  /** A log position. Absent: the tail of the log, or the end of an interrupted export to the same file. */
  readonly upTo?: number | undefined;
  /** Called for every event. */
  readonly progress?: (stage: ExportStage, events: number) => void;
};

type ExportStage = 'looked at' | 'found written' | 'written';

export type Exported = {
  readonly events: number;
  readonly organizations: Survey['organizations'];
  readonly upTo: number;
  /** The SHA-256 of everything except the last line. */
  readonly sha256: string;
};

/** Throws `MoveRefused` and `WrongValue`. The next export to the same file continues it. */
export async function exportTo(log: EventLog, { realm, path, upTo, progress }: ExportOrder): Promise<Exported> {
  await assertFree(path);
  const partial = `${path}.partial`;
  const begun = await headerIn(partial);
  const bound = upTo ?? begun?.upTo.position ?? (await log.tail());
  if (bound > (await log.tail())) {
    const why = `the log does not reach position ${bound} yet`;
    throw upTo === undefined ? new MoveRefused(why) : new WrongValue('upTo', why);
  }
  const surveyed = await survey(log, realm, bound, (events) => progress?.('looked at', events));
  const { organizations } = surveyed;
  if (organizations.length === 0) throw new MoveRefused(`there is no organization in the log up to position ${bound}`);
  const header = ExportHeader.parse({
    format: formatName,
    version: formatVersion,
    organizations: [...organizations],
    upTo: { position: bound },
  });
  if (begun && JSON.stringify(begun) !== JSON.stringify(header))
    throw new MoveRefused(`${partial} was begun by another export: remove it to begin anew`);
  const end = await written({ log, partial, header, surveyed, progress }, begun !== undefined);
  await finish(partial, path);
  return { events: end.events, organizations, upTo: bound, sha256: end.sha256 };
}

type Writing = {
  readonly log: EventLog;
  readonly partial: string;
  readonly header: ExportHeader;
  readonly surveyed: Survey;
  readonly progress: ExportOrder['progress'];
};

/** Writes the missing part. */
async function written(writing: Writing, isBegun: boolean): Promise<ExportEnd['end']> {
  const { log, partial, header, surveyed, progress } = writing;
  const erased = new Set<string>();
  let events = 0;
  const found = (event: ExportedEvent): void => {
    events += 1;
    progress?.('found written', events);
    if (surveyed.isErased(event)) erased.add(event.stream);
  };
  const begun = isBegun ? await begunIn(partial, found) : undefined;
  if (begun?.end) return begun.end;
  const after = begun ? await positionOf(log, begun) : undefined;
  const goesOn = begun !== undefined && after !== undefined;
  if (!goesOn) erased.clear();
  const file = goesOn ? await ExportFile.resume(partial, begun) : await ExportFile.create(partial, header);
  try {
    let newest = goesOn ? begun.newest : undefined;
    events = goesOn ? begun.events : 0;
    for await (const event of log.readAll(after ?? 0)) {
      if (event.position > header.upTo.position) break;
      if (!surveyed.isTheirs(event) || surveyed.isErased(event)) continue;
      newest = exportedEvent(event);
      await file.add(newest);
      events += 1;
      progress?.('written', events);
    }
    if (!newest) throw new Error('an organization without an event');
    const at = atOf(newest);
    for (const stream of await erasedSince(surveyed, log, at)) erased.add(stream);
    const end = { events, newest: { id: newest.id, at }, erased: [...erased].sort(), sha256: file.digest() };
    await file.add({ end });
    return end;
  } finally {
    await file.close();
  }
}

/** The log position after the written events. Undefined if it can no longer be found, so that everything must be written again. */
async function positionOf(log: EventLog, { newest }: Begun): Promise<number | undefined> {
  if (!newest) return 0;
  const [event]: (StoredEvent | undefined)[] = await log.readStream(newest.stream, { from: newest.revision, limit: 1 });
  return event?.id === newest.id ? event.position : undefined;
}
