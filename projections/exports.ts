/** The read model `exports`: every requested export for review, with its outcome. */
import { changesOf, defineProjection, puts } from '../src/define/projection.ts';
import type { ExportFailure, ExportFormat, ReviewScope } from '../src/vocabulary/events/exports.ts';
import type { DataOf } from '../src/vocabulary/events/index.ts';
import type { EventId, ExportId, Millis, UserId } from '../src/vocabulary/ids.ts';

export type ExportDocument = ReviewScope & {
  readonly realmId: number;
  readonly exportId: ExportId;
  /** The event that requested it. */
  readonly eventId: EventId;
  readonly format: ExportFormat;
  readonly reason: string;
  readonly upTo: EventId | null;
  readonly requestedBy: UserId | null;
  readonly requestedAt: Millis;
  readonly made?: Omit<DataOf<'ExportCompleted'>, 'exportId'> & { readonly at: Millis };
  readonly failed?: ExportFailure;
  readonly ended?: DataOf<'ExportEnded'>['cause'];
};

export const exportDocumentId = (realmId: number, exportId: number): string => `${realmId}.${exportId}`;

const changed = changesOf<ExportDocument, 'ExportCompleted' | 'ExportFailed' | 'ExportEnded'>(({ realmId, data }) =>
  exportDocumentId(realmId, data.exportId),
);

export const reviewExports = defineProjection<ExportDocument>({
  name: 'exports',
  version: 1,
  indexes: { byId: ['realmId', 'exportId'], byEvent: ['realmId', 'eventId'] },
  on: {
    ExportRequested: puts(
      ({ realmId, id: eventId, data: { request: _, ...asked }, metadata: { actor: requestedBy, at } }) => [
        exportDocumentId(realmId, asked.exportId),
        { realmId, eventId, ...asked, requestedBy, requestedAt: at },
      ],
    ),
    ExportCompleted: changed(({ data: { exportId: _, ...made }, metadata: { at } }) => ({ made: { ...made, at } })),
    ExportFailed: changed(({ data: { cause: failed } }) => ({ failed })),
    ExportEnded: changed(({ data: { cause: ended } }) => ({ ended })),
  },
});
