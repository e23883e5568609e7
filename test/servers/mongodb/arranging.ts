/** Collections and indexes: create, drop, list. */
import type { Document } from 'mongodb';
import type { Cursors } from './cursors.ts';
import { Failure } from './failure.ts';
import type { Storage } from './storage.ts';

type Arranger = (storage: Storage, command: Document, cursors: Cursors) => Promise<Document>;

const noSuchNamespace = (name: string): Failure => new Failure(26, 'NamespaceNotFound', `ns does not exist: ${name}`);

export const arrangers: Readonly<Record<string, Arranger>> = {
  async create(storage, command) {
    storage.create(`${command.$db}.${command.create}`);
    return { ok: 1 };
  },

  async drop(storage, command) {
    const name = `${command.$db}.${command.drop}`;
    // From 7.0 on a server reports no error if there is nothing to drop.
    if (storage.collections.has(name)) storage.drop(name);
    return { ok: 1 };
  },

  async dropDatabase(storage, { $db }) {
    for (const name of [...storage.collections.keys()]) if (name.startsWith(`${$db}.`)) storage.drop(name);
    return { ok: 1 };
  },

  async listCollections(storage, { $db }, cursors) {
    const names = [...storage.collections.keys()].filter((name) => name.startsWith(`${$db}.`));
    const listed = names.map((name) => ({ name: name.slice($db.length + 1), type: 'collection' }));
    return cursors.list(`${$db}.$cmd.listCollections`, listed);
  },

  async listIndexes(storage, command, cursors) {
    const name = `${command.$db}.${command.listIndexes}`;
    const collection = storage.collections.get(name);
    if (!collection) throw noSuchNamespace(name);
    const listed = [...collection.indexes.values()].map((index) => ({
      v: 2,
      name: index.name,
      key: Object.fromEntries(index.fields.map((field) => [field, 1])),
      ...(index.partial ? { partialFilterExpression: index.partial } : {}),
    }));
    return cursors.list(name, listed);
  },

  async createIndexes(storage, command) {
    const collection = storage.collection(`${command.$db}.${command.createIndexes}`);
    storage.now += 1;
    for (const { name, key, partialFilterExpression } of command.indexes) {
      collection.addIndex(name, Object.keys(key), partialFilterExpression, storage.now);
    }
    return { ok: 1 };
  },

  async dropIndexes(storage, command) {
    const name = `${command.$db}.${command.dropIndexes}`;
    const collection = storage.collections.get(name);
    if (!collection) throw noSuchNamespace(name);
    if (!collection.indexes.delete(command.index)) {
      throw new Failure(27, 'IndexNotFound', `index not found with name [${command.index}]`);
    }
    storage.now += 1;
    return { ok: 1 };
  },
};
