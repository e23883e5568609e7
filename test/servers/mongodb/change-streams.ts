/** Change streams over one collection, from the time of opening or from a resume token. */
import { once } from 'node:events';
import type { Document } from 'mongodb';
import type { Source } from './cursors.ts';
import { Failure } from './failure.ts';
import { matches } from './matching.ts';
import type { Storage } from './storage.ts';

const tokenAt = (position: number): Document => ({ _data: String(position).padStart(12, '0') });

/** `isSilent`: the stream answers, but never with changes. */
export const changeStream = (
  storage: Storage,
  name: string,
  [first = {}, ...stages]: readonly Document[],
  isSilent: () => boolean,
): Source => {
  const [database = '', collection = ''] = [name.slice(0, name.indexOf('.')), name.slice(name.indexOf('.') + 1)];
  const resumed: Document | undefined = first.$changeStream.resumeAfter;
  let position = resumed ? Number(resumed._data) : storage.now;
  if (position < (storage.changes[0]?.at ?? 0) - 1 && storage.changes.length > 0 && resumed) {
    throw new Failure(286, 'ChangeStreamHistoryLost', 'resume point may no longer be in the oplog');
  }

  const since = (): Document[] => {
    const changes = storage.changes.filter((change) => change.at > position && change.collection === name);
    position = storage.now;
    if (isSilent()) return [];
    return changes
      .map(({ at, type, id }) => ({
        _id: tokenAt(at),
        operationType: type,
        ns: { db: database, coll: collection },
        ...(type === 'drop' ? {} : { documentKey: { _id: id } }),
      }))
      .filter((document) => stages.every((stage) => matches(stage.$match, document)));
  };

  return {
    async next(_size, waitMs) {
      const until = performance.now() + waitMs;
      for (;;) {
        const found = since();
        const left = until - performance.now();
        if (found.length > 0 || left <= 0) return found;
        await once(storage.events, 'change', { signal: AbortSignal.timeout(Math.ceil(left)) }).catch(() => undefined);
      }
    },
    isExhausted: () => false,
    token: () => tokenAt(position),
  };
};
