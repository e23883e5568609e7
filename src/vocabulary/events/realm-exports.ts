/**
 * Events of `audit-…` about exports of what every member may read, which administrators ask for. Nothing is stored for one: each download is
 * made of what there is then.
 */
import { z } from 'zod';
import { RealmExportId } from '../ids.ts';

const realmExportId = RealmExportId;

export const realmExportEvents = {
  /** It can be downloaded until it expires or is deleted. */
  RealmExportRequested: z.object({ realmExportId, expiresAt: z.int() }),
  /** Somebody begins to download it. */
  RealmExportDownloaded: z.object({ realmExportId }),
  RealmExportDeleted: z.object({ realmExportId }),
} as const;
