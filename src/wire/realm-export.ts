/** Exports of what every member may read, in the wire format. */
import { z } from 'zod';
import type { DeepReadonly } from '../vocabulary/deep-readonly.ts';
import type { Millis } from '../vocabulary/ids.ts';

const seconds = () => z.number().describe('Seconds since 1970');

export const RealmExport = z
  .object({
    id: z.int(),
    export_time: seconds().describe('When it was requested, in seconds since 1970'),
    acting_user_id: z.int(),
    export_url: z
      .string()
      .nullable()
      .describe(
        'The address of the download, for administrators; null before it is ready and after it was deleted or has expired',
      ),
    deleted_timestamp: seconds().nullable().describe('When it was deleted or expired, in seconds since 1970'),
    failed_timestamp: seconds().nullable().describe('Always null: only a download can fail'),
    pending: z.boolean(),
  })
  .meta({ id: 'RealmExport', description: 'An export of what every member of the organization may read.' });
export type RealmExportObject = DeepReadonly<z.infer<typeof RealmExport>>;

/** Both the folded state and the read model have these fields. */
type RealmExportFacts = {
  readonly realmExportId: number;
  readonly requestedBy: number | null;
  readonly requestedAt: Millis;
};

/** `endedAt`: when it was deleted or expired, if it has ended. */
export const realmExportObject = (
  { realmExportId, requestedBy, requestedAt }: RealmExportFacts,
  endedAt: Millis | undefined,
  pending = false,
): RealmExportObject => ({
  id: realmExportId,
  export_time: requestedAt / 1000,
  acting_user_id: requestedBy ?? 0,
  export_url: pending || endedAt !== undefined ? null : `/api/v1/export/realm/${realmExportId}/file`,
  deleted_timestamp: endedAt === undefined ? null : endedAt / 1000,
  failed_timestamp: null,
  pending,
});
