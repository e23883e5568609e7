/**
 * The known erasures of an organization, in a file beside its copies. A replica with the file need not read the whole log to find them. The
 * file contains the ids and places of erased events, and no content.
 */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { holdsLandmarks, landmarksAfter } from '../engine/log-identity.ts';
import { replaceFile } from '../folders.ts';
import type { LogReader } from '../ports/log-reader.ts';
import { isEphemeral, isOf } from '../replay/history.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { changesErasures, type Erasing } from './erasing.ts';

const Place = z.object({ stream: z.string(), revision: z.int(), position: z.int() });
const Known = z.object({
  version: z.literal(1),
  /** Erasures after this position are known, up to `upTo`. */
  since: z.int(),
  upTo: z.int(),
  /** The number of events of the organization up to `upTo`. */
  events: z.int(),
  landmarks: z.array(Place.extend({ id: z.string() })),
  erasing: z.array(Place.extend({ type: z.string(), data: z.unknown() })),
});
type KnownErasures = z.infer<typeof Known>;

const nothing: KnownErasures = { version: 1, since: 0, upTo: 0, events: 0, landmarks: [], erasing: [] };

/** Undefined if there is no file, or if it belongs to another log. */
export async function knownErasures(
  file: string,
  reader: Pick<LogReader, 'readStream'>,
): Promise<KnownErasures | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const known = text === undefined ? undefined : parsed(text);
  return known && (await holdsLandmarks(reader, known.landmarks)) ? known : undefined;
}

function parsed(text: string): KnownErasures | undefined {
  try {
    return Known.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The erasures after a position. Undefined if not all of them are known. */
export const erasuresAfter = (known: KnownErasures | undefined, position: number): readonly Erasing[] | undefined =>
  known && position >= known.since && position <= known.upTo
    ? known.erasing.filter((one) => one.position > position)
    : undefined;

/** Reads the rest of the log up to `tail`, and replaces the file. */
export async function learnErasures(
  file: string,
  realmId: RealmId,
  reader: LogReader,
  tail: number,
): Promise<KnownErasures> {
  const before = (await knownErasures(file, reader)) ?? nothing;
  if (tail <= before.upTo) return before;
  let { events } = before;
  const erasing = [...before.erasing];
  const newest: KnownErasures['landmarks'] = [];
  for await (const event of reader.readAll(before.upTo, tail)) {
    if (!isOf(event, realmId) || isEphemeral(event)) continue;
    events += 1;
    const { id, stream, revision, position, type, data } = event;
    newest.push({ id, stream, revision, position });
    if (newest.length > 100) newest.splice(0, 50);
    if (changesErasures(event)) erasing.push({ stream, revision, position, type, data });
  }
  const landmarks = landmarksAfter(before.landmarks, newest);
  const known = bounded({ ...before, upTo: tail, events, landmarks, erasing });
  await replaceFile(file, JSON.stringify(known));
  return known;
}

/** The newest erasures, as many as may be stored. */
function bounded(known: KnownErasures): KnownErasures {
  let length = 0;
  for (let at = known.erasing.length - 1; at >= 0; at -= 1) {
    const one = known.erasing[at];
    length += JSON.stringify(one).length;
    if (one && length > limits.erasuresKnownBytesMax)
      return { ...known, since: one.position, erasing: known.erasing.slice(at + 1) };
  }
  return known;
}
