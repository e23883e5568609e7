/**
 * The stores of services in tests: embedded, or the servers that VERBATIM_TEST_EVENTSTORE and VERBATIM_TEST_MONGODB name. On these
 * servers each data folder has its own namespace and database.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

const { VERBATIM_TEST_EVENTSTORE: eventStore, VERBATIM_TEST_MONGODB: mongo } = process.env;

/** The driver of MongoDB takes half a second of processor time to load. */
const subject = mongo ? await import('../adapters/mongodb/subject.ts') : undefined;

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

const database = (data: string): string => subject?.databaseUrl(mongo ?? '', `verbatim-test-${nameOf(data)}`) ?? '';

type Settings = Readonly<Record<string, string>>;

/** The settings of a service with this data folder. */
export const storesFor = (data: string): Settings =>
  others?.(data) ?? {
    ...(eventStore && { VERBATIM_EVENT_LOG: eventStore, VERBATIM_EVENT_LOG_NAMESPACE: nameOf(data) }),
    ...(mongo && { VERBATIM_READ_STORE: database(data) }),
  };

let others: ((data: string) => Settings) | undefined;

/** Services that are started from now on have these settings; `undefined`: the usual ones. */
export function useStores(settingsFor: typeof others): void {
  others = settingsFor;
}

/** Deletes the read models. No service may be running on them. */
export async function wipeReadModels(data: string): Promise<void> {
  if (subject) await subject.dropDatabase(database(data));
  else rmSync(join(data, 'read-models'), { recursive: true });
}

// Only at the end of the run, because tests restart services on the same data.
if (subject)
  after(async () => {
    for (const data of names.keys()) await subject.dropDatabase(database(data));
  });
