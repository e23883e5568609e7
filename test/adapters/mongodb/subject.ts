/** A database for each test: in the test server, or in the real server that VERBATIM_TEST_MONGODB names. */
import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { type MongoReadStoreOptions, openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import type { OpenedStore } from '../../contracts/read-store/fixture.ts';

/** `mongodb://host:port/?options` and the name of a database → the address of that database. */
export const databaseUrl = (server: string, name: string): string => {
  const [, hosts = '', options = ''] = /^([^/]+:\/\/[^/?]+)[^?]*(\?.*)?$/.exec(server) ?? [];
  return `${hosts}/${name}${options}`;
};

export const dropDatabase = async (url: string): Promise<void> => {
  const client = new MongoClient(url);
  try {
    await client.db().dropDatabase();
  } finally {
    await client.close();
  }
};

export const openedStore = async (server: string, options: MongoReadStoreOptions = {}): Promise<OpenedStore> => {
  const url = databaseUrl(server, `verbatim-test-${randomUUID()}`);
  let store = await openMongoReadStore(url, options);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openMongoReadStore(url, options);
      return store;
    },
    async dispose() {
      await store.close();
      await dropDatabase(url);
    },
  };
};
