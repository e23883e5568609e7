/**
 * Where the services of tests keep what they have: embedded, or in the servers that VERBATIM_TEST_EVENTSTORE and
 * VERBATIM_TEST_MONGODB name. There each data folder has a namespace and a database of its own.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, dropDatabase } from '../adapters/mongodb/subject.ts';

const { VERBATIM_TEST_EVENTSTORE: eventStore, VERBATIM_TEST_MONGODB: mongo } = process.env;

export const isEmbedded = !eventStore && !mongo;

/** For tests that look into the files of embedded stores, or count what only they are sure to do. */
export const embedded = { VERBATIM_EVENT_LOG: 'embedded', VERBATIM_READ_STORE: 'embedded' };

const names = new Map<string, string>();

const nameOf = (data: string): string => {
  // Not the folder's: a server outlives a run, and its folders.
  const name = names.get(data) ?? randomUUID().replaceAll('-', '');
  names.set(data, name);
  return name;
};

const database = (data: string): string => databaseUrl(mongo ?? '', `verbatim-test-${nameOf(data)}`);

/** The settings of a service whose data folder that is. */
export const storesFor = (data: string): Readonly<Record<string, string>> => ({
  ...(eventStore && { VERBATIM_EVENT_LOG: eventStore, VERBATIM_EVENT_LOG_NAMESPACE: nameOf(data) }),
  ...(mongo && { VERBATIM_READ_STORE: database(data) }),
});

/** Throws the read models away, as somebody may while no service runs on them. */
export async function wipeReadModels(data: string): Promise<void> {
  if (mongo) await dropDatabase(database(data));
  else rmSync(join(data, 'read-models'), { recursive: true });
}

// At the end of the run: services may be started again on the same data until then.
if (mongo)
  after(async () => {
    for (const data of names.keys()) await dropDatabase(database(data));
  });
