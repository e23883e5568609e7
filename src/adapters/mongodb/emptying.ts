/** Takes all documents out of the models. */
import type { Db } from 'mongodb';

/** Above so many, dropping a collection and making it again costs less than deleting what is in it. */
const deletedMax = 10_000;

/** Whether collections were dropped, so that they must be made again. */
export const empty = async (db: Db, names: readonly string[]): Promise<boolean> => {
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
