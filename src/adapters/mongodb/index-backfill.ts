/** Adds the fields of new indexes to the documents that are already stored. */
import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { entryOf, type IndexFields, type StoredDocument, storedField } from './stored-document.ts';

const batchSize = 1000;

/**
 * Updates a document only if it is still the one that was read. A document that was replaced in the meantime has the new fields already.
 */
const backfill = ({ _id, json }: StoredDocument, indexes: readonly IndexFields[]) => {
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

export const backfillIndexes = async (
  collection: Collection<StoredDocument>,
  indexes: readonly IndexFields[],
): Promise<void> => {
  const cursor = collection.find({}, { sort: { _id: 1 }, batchSize, projection: { json: 1 } });
  try {
    while (await cursor.hasNext()) {
      const updates = cursor.readBufferedDocuments().map((stored) => backfill(stored, indexes));
      await collection.bulkWrite(updates, { ordered: false });
    }
  } finally {
    await cursor.close();
  }
};
