/** What tests of moving have in common: a house without HTTP, its tasks, and what a log holds. */
import { join } from 'node:path';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { realmOf } from '../../src/audit/export-scope.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { exportHistory } from '../../src/cli/export.ts';
import type { House } from '../../src/cli/house.ts';
import { importHistory } from '../../src/cli/import.ts';
import { readConfig } from '../../src/config.ts';
import { openHouse } from '../../src/main.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { silent } from '../support/engine.ts';

/** That of the test server. */
export const secret = 'a secret that only tests know, long enough';

export const houseIn = (data: string, withSecret = secret): Promise<House> =>
  openHouse(readConfig({ VERBATIM_DATA: data }), withSecret, silent);

const quiet = (): void => undefined;

/** What the task printed; throws what it complained of. */
async function done(task: typeof exportHistory, house: House, values: Record<string, unknown>): Promise<string[]> {
  const reply = await perform(task, values, house, quiet);
  if (!reply.ok) throw new Error(reply.why);
  return reply.lines;
}

export const exported = (house: House, values: { realm?: string; out: string; 'up-to'?: string }): Promise<string[]> =>
  done(exportHistory, house, values);
export const imported = (house: House, file: string): Promise<string[]> => done(importHistory, house, { file });

/** Imports into a folder that no process has open. */
export async function importedInto(data: string, file: string, withSecret = secret): Promise<string[]> {
  const house = await houseIn(data, withSecret);
  try {
    return await imported(house, file);
  } finally {
    await house.close();
  }
}

/** A number in what a task printed. */
export const numberIn = (lines: readonly string[], name: string): number =>
  Number(lines.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1));

export async function allIn(log: EventLog): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of log.readAll(0)) events.push(event);
  return events;
}

/** What leaves with organizations, in order, without what differs from log to log and without what deletions take away. */
export async function historyIn(data: string, upTo = Number.POSITIVE_INFINITY): Promise<object[]> {
  const log = await openLmdbEventLog(join(data, 'log'));
  try {
    const events = (await allIn(log)).filter((event) => event.position <= upTo && realmOf(event) !== undefined);
    const gone = new Map(
      events.filter(({ type }) => type === 'MessageDeleted').map((event) => [event.stream, event.revision]),
    );
    return events.filter(({ stream, revision }) => revision >= (gone.get(stream) ?? 0)).map(withoutPlace);
  } finally {
    await log.close();
  }
}

export const withoutPlace = ({ id, type, stream, data, metadata }: Omit<StoredEvent, 'revision' | 'position'>) => ({
  id,
  type,
  stream,
  data,
  metadata,
});
