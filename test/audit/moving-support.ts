/** Shared by the tests of moving: an application without HTTP, its tasks, and the contents of a log. */
import { join } from 'node:path';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { realmOf } from '../../src/audit/export-scope.ts';
import type { Application } from '../../src/cli/application.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { exportHistory } from '../../src/cli/export.ts';
import { importHistory } from '../../src/cli/import.ts';
import { readConfig } from '../../src/config.ts';
import { openApplication } from '../../src/main.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { silent } from '../support/engine.ts';

/** The secret of the test server. */
export const secret = 'a secret that only tests know, long enough';

export const applicationIn = (data: string, withSecret = secret): Promise<Application> =>
  openApplication(readConfig({ VERBATIM_DATA: data }), withSecret, silent);

const quiet = (): void => undefined;

/** The lines that the task printed. Throws its error. */
async function done(
  task: typeof exportHistory,
  application: Application,
  values: Record<string, unknown>,
): Promise<string[]> {
  const reply = await perform(task, values, application, quiet);
  if (!reply.ok) throw new Error(reply.why);
  return [...reply.lines];
}

export const exported = (
  application: Application,
  values: { realm?: string; out: string; 'up-to'?: string },
): Promise<string[]> => done(exportHistory, application, values);
export const imported = (application: Application, file: string): Promise<string[]> =>
  done(importHistory, application, { file });

/** Imports into a folder that no process has open. */
export async function importedInto(data: string, file: string, withSecret = secret): Promise<string[]> {
  const application = await applicationIn(data, withSecret);
  try {
    return await imported(application, file);
  } finally {
    await application.close();
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

/** The events of organizations in a log, without what differs from log to log. */
export const historyOf = async (log: EventLog): Promise<object[]> =>
  (await allIn(log)).filter((event) => realmOf(event) !== undefined).map(withoutPlace);

/** The exported events in order, without what differs from log to log and without erased events. */
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
