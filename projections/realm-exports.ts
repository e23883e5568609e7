/** The read model `realmExports`: every requested export of what every member may read. */
import { changesOf, defineProjection, puts } from '../src/define/projection.ts';
import type { Millis, RealmExportId, UserId } from '../src/vocabulary/ids.ts';

type RealmExportDocument = {
  readonly realmId: number;
  readonly realmExportId: RealmExportId;
  readonly requestedBy: UserId | null;
  readonly requestedAt: Millis;
  readonly expiresAt: Millis;
  readonly deletedAt?: Millis;
};

export const realmExportDocumentId = (realmId: number, realmExportId: number): string => `${realmId}.${realmExportId}`;

export const realmExports = defineProjection<RealmExportDocument>({
  name: 'realmExports',
  version: 1,
  indexes: { byId: ['realmId', 'realmExportId'] },
  on: {
    RealmExportRequested: puts(({ realmId, data, metadata: { actor: requestedBy, at: requestedAt } }) => [
      realmExportDocumentId(realmId, data.realmExportId),
      { realmId, ...data, requestedBy, requestedAt },
    ]),
    RealmExportDeleted: changesOf<RealmExportDocument, 'RealmExportDeleted'>(({ realmId, data }) =>
      realmExportDocumentId(realmId, data.realmExportId),
    )(({ metadata: { at: deletedAt } }) => ({ deletedAt })),
  },
});
