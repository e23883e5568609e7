/** The newest exports of what every member may read. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import type { Millis, RealmExportId, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';

export type RealmExport = {
  readonly realmExportId: RealmExportId;
  readonly requestedBy: UserId | null;
  readonly requestedAt: Millis;
  readonly expiresAt: Millis;
  readonly deletedAt?: Millis;
  readonly downloads: number;
};

type RealmExports = {
  /** Ascending. */
  byId: Map<RealmExportId, RealmExport>;
  idMax: number;
};

export const realmExportsState: StatePart<RealmExports> = {
  initial: () => ({ byId: new Map(), idMax: 0 }),
  on: {
    RealmExportRequested({ data, metadata: { actor: requestedBy, at: requestedAt } }, exports) {
      const { byId } = exports;
      byId.set(data.realmExportId, { ...data, requestedBy, requestedAt, downloads: 0 });
      exports.idMax = Math.max(exports.idMax, data.realmExportId);
      for (const id of byId.keys()) if (byId.size > limits.realmExportsListedMax) byId.delete(id);
    },
    RealmExportDownloaded: ({ data: { realmExportId } }, { byId }) =>
      changeEntry(byId, realmExportId, ({ downloads }) => ({ downloads: downloads + 1 })),
    RealmExportDeleted: ({ data: { realmExportId }, metadata: { at: deletedAt } }, { byId }) =>
      changeEntry(byId, realmExportId, () => ({ deletedAt })),
  },
};
