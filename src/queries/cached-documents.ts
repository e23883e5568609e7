/**
 * A cache of parsed documents that many answers need completely, such as all users: reading ten thousand of them takes longer than the rest of
 * a registration. Callers must not change the documents.
 */
import { latestChangeId, latestChanges } from '../../projections/latest-changes.ts';
import type { ReadModel } from '../define/projection.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

type Kept = { readonly state: string; readonly documents: readonly object[] };

/**
 * Like `read`, but returns the cached list if no document of the model has changed in the organization since. At most `max` documents are
 * kept, over all organizations.
 */
export function cachedUntilChanged<D extends object>(
  { name }: ReadModel<D>,
  read: (view: ReadView, realmId: RealmId) => Promise<readonly D[]>,
  max = limits.keptDocumentsMax,
): (view: ReadView, realmId: RealmId) => Promise<readonly D[]> {
  /** By build of the read models and organization, the least recently used list first. */
  const lists = new Map<string, Kept>();
  let count = 0;
  const forget = (key: string): void => {
    count -= lists.get(key)?.documents.length ?? 0;
    lists.delete(key);
  };
  return async (view, realmId) => {
    const { build } = view.checkpoint;
    const change = await view.get(latestChanges, latestChangeId(realmId, name));
    if (build === undefined || change === undefined) return read(view, realmId);
    const key = `${build}.${realmId}`;
    const known = lists.get(key);
    const documents = known?.state === change.eventId ? (known.documents as readonly D[]) : await read(view, realmId);
    // The cached list may be from an older view. The next reader of a newer view reads again.
    forget(key);
    if (documents.length > max) return documents;
    lists.set(key, { state: change.eventId, documents });
    count += documents.length;
    for (const oldest of lists.keys()) {
      if (count <= max) break;
      forget(oldest);
    }
    return documents;
  };
}
