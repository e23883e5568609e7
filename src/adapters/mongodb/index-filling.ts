/** Gives the documents that stand what an index that is new wants of them. */
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { entryOf, type IndexFields, type StoredDocument, storedField } from './stored-document.ts';

const portion = 1000;

/** A document that is replaced meanwhile brings its own: only those that still hold what was read are touched. */
const filled = ({ _id, json }: StoredDocument, indexes: readonly IndexFields[]) => {
  const document: object = JSON.parse(json);
  const [set, unset]: [Record<string, unknown>, Record<string, ''>] = [{}, {}];
  for (const index of indexes) {
    const entry = entryOf(index, document);
    if (entry) Object.assign(set, entry);
    else for (const field of index.fields) unset[storedField(index.name, field)] = '';
  }
  const update = {
    ...(Object.keys(set).length > 0 ? { $set: set } : {}),
    ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
  };
  return { updateOne: { filter: { _id, json }, update } } as AnyBulkWriteOperation<StoredDocument>;
};

export const fillIndexes = async (
  collection: Collection<StoredDocument>,
  indexes: readonly IndexFields[],
): Promise<void> => {
  const cursor = collection.find({}, { sort: { _id: 1 }, batchSize: portion, projection: { json: 1 } });
  try {
    while (await cursor.hasNext()) {
      const updates = cursor.readBufferedDocuments().map((stored) => filled(stored, indexes));
      await collection.bulkWrite(updates, { ordered: false });
    }
  } finally {
    await cursor.close();
  }
};
