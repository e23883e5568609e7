/** The trail of exports of what every member may read. */
import type { Rows } from './row.ts';

const exported = ({ data }: { readonly data: { readonly realmExportId: number } }): number => data.realmExportId;

export const realmExportRows = {
  RealmExportRequested: {
    action: 'realm_export.requested',
    description: 'An export of what every member may read was requested',
    object: exported,
    after: ({ expiresAt }) => ({ expires_at: new Date(expiresAt).toISOString() }),
    begins: true,
  },
  RealmExportDownloaded: {
    action: 'realm_export.downloaded',
    description: 'An administrator began to download an export of what every member may read',
    object: exported,
    begins: true,
  },
  RealmExportDeleted: {
    action: 'realm_export.deleted',
    description: 'An export of what every member may read was deleted',
    object: exported,
    begins: true,
  },
} satisfies Rows;
