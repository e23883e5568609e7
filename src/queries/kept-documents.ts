/**
 * Documents that many answers need whole, kept parsed while none of their organization changes: reading ten thousand users takes longer
 * than all the rest of a registration. Whoever gets them must not change them.
 */
import { latestChangeId, latestChanges } from '../../projections/latest-changes.ts';
import type { ReadModel } from '../define/projection.ts';
import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { keptDocumentsMax } from '../vocabulary/limits.ts';

type Kept = { readonly state: string; readonly documents: readonly object[] };

/**
 * Like `read`, but returns the list that was read before if no document of the model has changed in the organization since. At most `max`
 * documents are kept, of all organizations together.
 */
export function keptWhileUnchanged<D extends object>(
  { name }: ReadModel<D>,
  read: (view: ReadView, realmId: RealmId) => Promise<readonly D[]>,
  max = keptDocumentsMax,
): (view: ReadView, realmId: RealmId) => Promise<readonly D[]> {
  /** By build of the read models and organization; the one that was asked for longest ago first. */
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
    // An older view may have been read last: the next reader of a newer one reads again.
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
