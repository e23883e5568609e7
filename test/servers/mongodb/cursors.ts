/** Cursors: results that are fetched in batches, and change streams, whose batches come with changes. */
import { type Document, Long } from 'mongodb';
import { Failure } from './failure.ts';

/** The next batch of a result. `waitMs`: how long a change stream may wait for one. */
type Source = { next(size: number, waitMs: number): Promise<Document[]>; isExhausted(): boolean; token?(): Document };

const firstPortion = 101;
const portion = 10_000;

const listSource = (documents: Document[]): Source => ({
  next: async (size) => documents.splice(0, size),
  isExhausted: () => documents.length === 0,
});

export const openCursors = () => {
  const cursors = new Map<number, { readonly source: Source; readonly name: string }>();
  let last = 1000;

  const answer = (id: number, name: string, field: string, batch: Document[], extra: Document, source: Source) => ({
    cursor: {
      id: Long.fromNumber(id),
      ns: name,
      [field]: batch,
      ...(source.token ? { postBatchResumeToken: source.token() } : {}),
      ...extra,
    },
    ok: 1,
  });

  const open = async (name: string, source: Source, size: number, extra: Document): Promise<Document> => {
    const batch = await source.next(size, 0);
    if (source.isExhausted()) return answer(0, name, 'firstBatch', batch, extra, source);
    last += 1;
    cursors.set(last, { source, name });
    return answer(last, name, 'firstBatch', batch, extra, source);
  };

  return {
    list: (name: string, documents: Document[], size = firstPortion, extra: Document = {}): Promise<Document> =>
      open(name, listSource(documents), size, extra),

    stream: (name: string, source: Source): Promise<Document> => open(name, source, firstPortion, {}),

    async more(command: Document): Promise<Document> {
      const id = Number(command.getMore);
      const cursor = cursors.get(id);
      if (!cursor) throw new Failure(43, 'CursorNotFound', `cursor id ${id} not found`);
      const batch = await cursor.source.next(command.batchSize ?? portion, command.maxTimeMS ?? 1000);
      const over = cursor.source.isExhausted();
      if (over) cursors.delete(id);
      return answer(over ? 0 : id, cursor.name, 'nextBatch', batch, {}, cursor.source);
    },

    kill(ids: readonly unknown[]): Document {
      for (const id of ids) cursors.delete(Number(id));
      return { cursorsKilled: ids, cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [], ok: 1 };
    },
  };
};

export type Cursors = ReturnType<typeof openCursors>;
export type { Source };
