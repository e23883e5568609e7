/**
 * Events of `audit-…` about exports of what every member may read, which administrators request. No file is stored. Each download is made
 * while it is sent, from what every member may read at that time.
 */
import { z } from 'zod';
import { RealmExportId } from '../ids.ts';

const realmExportId = RealmExportId;

export const realmExportEvents = {
  /** It can be downloaded until it expires or is deleted. */
  RealmExportRequested: z.object({ realmExportId, expiresAt: z.int() }),
  /** A user begins to download it. */
  RealmExportDownloaded: z.object({ realmExportId }),
  RealmExportDeleted: z.object({ realmExportId }),
} as const;
