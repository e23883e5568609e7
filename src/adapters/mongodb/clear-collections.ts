/** Removes all documents of the models. */
import type { Db } from 'mongodb';

/** From this many documents on, dropping a collection and creating it again costs less than deleting them. */
const deletedMax = 10_000;

/** Returns whether collections were dropped, so that they and their indexes must be created again. */
export const clearCollections = async (db: Db, names: readonly string[]): Promise<boolean> => {
  let dropped = false;
  for (const name of names) {
    const collection = db.collection(name);
    if ((await collection.estimatedDocumentCount()) > deletedMax) {
      await collection.drop();
      dropped = true;
    } else await collection.deleteMany({});
  }
  return dropped;
};
