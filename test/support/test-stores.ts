/**
 * The stores of services in tests: embedded, or the servers that VERBATIM_TEST_EVENTSTORE and VERBATIM_TEST_MONGODB name. On these
 * servers each data folder has its own namespace and database.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseUrl, dropDatabase } from '../adapters/mongodb/subject.ts';

const { VERBATIM_TEST_EVENTSTORE: eventStore, VERBATIM_TEST_MONGODB: mongo } = process.env;

export const isEmbedded = !eventStore && !mongo;

/** For tests that read the files of embedded stores, or count operations that other stores may do differently. */
export const embedded = { VERBATIM_EVENT_LOG: 'embedded', VERBATIM_READ_STORE: 'embedded' };

const names = new Map<string, string>();

const nameOf = (data: string): string => {
  // A random name instead of the folder's, because the server still has data of earlier runs.
  const name = names.get(data) ?? randomUUID().replaceAll('-', '');
  names.set(data, name);
  return name;
};

const database = (data: string): string => databaseUrl(mongo ?? '', `verbatim-test-${nameOf(data)}`);

/** The settings of a service with this data folder. */
export const storesFor = (data: string): Readonly<Record<string, string>> => ({
  ...(eventStore && { VERBATIM_EVENT_LOG: eventStore, VERBATIM_EVENT_LOG_NAMESPACE: nameOf(data) }),
  ...(mongo && { VERBATIM_READ_STORE: database(data) }),
});

/** Deletes the read models. No service may be running on them. */
export async function wipeReadModels(data: string): Promise<void> {
  if (mongo) await dropDatabase(database(data));
  else rmSync(join(data, 'read-models'), { recursive: true });
}

// Only at the end of the run, because tests restart services on the same data.
if (mongo)
  after(async () => {
    for (const data of names.keys()) await dropDatabase(database(data));
  });
