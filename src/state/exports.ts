/** Exports for review that are being made, or whose files exist. Those that have failed or ended are only in the log and the read model. */
import { changeEntry, type StatePart } from '../define/handlers.ts';
import type { EventId, ExportId, Millis, RealmId, UserId } from '../vocabulary/ids.ts';
import type { ServerState } from './realm-state.ts';

export type ReviewExport = {
  readonly exportId: ExportId;
  /** The event that requested it. */
  readonly eventId: EventId;
  readonly requestedBy: UserId | null;
  /** When its file expires; absent while there is no file yet. */
  readonly expiresAt?: Millis;
};

type ReviewExports = {
  byId: Map<ExportId, ReviewExport>;
  exportIdMax: number;
  /** How often something was erased. Data that were read for an export before the newest erasure may contain what was erased. */
  erased: number;
};

export const exportsState: StatePart<ReviewExports> = {
  initial: () => ({ byId: new Map(), exportIdMax: 0, erased: 0 }),
  on: {
    ExportRequested({ id: eventId, data: { exportId }, metadata: { actor: requestedBy } }, exports) {
      exports.byId.set(exportId, { exportId, eventId, requestedBy });
      exports.exportIdMax = Math.max(exports.exportIdMax, exportId);
    },
    ExportCompleted: ({ data: { exportId, expiresAt } }, { byId }) =>
      changeEntry(byId, exportId, () => ({ expiresAt })),
    ExportFailed: ({ data }, { byId }) => void byId.delete(data.exportId),
    ExportEnded: ({ data }, { byId }) => void byId.delete(data.exportId),
    ContentErased(_, exports) {
      exports.erased += 1;
    },
    PersonErased(_, exports) {
      exports.erased += 1;
    },
  },
};

/** Whether its file does not exist yet. */
export const isUnderWay = ({ expiresAt }: ReviewExport): boolean => expiresAt === undefined;

/** Expired exports, except those of an organization that is being imported. */
export const expiredExports = (
  { realms, importing }: Pick<ServerState, 'realms' | 'importing'>,
  now: Millis,
): { readonly realmId: RealmId; readonly exportId: ExportId }[] =>
  [...realms.values()]
    .filter(({ realmId }) => !importing.has(realmId))
    .flatMap(({ realmId, exports }) =>
      [...exports.byId.values()]
        .filter(({ expiresAt = Infinity }) => expiresAt <= now)
        .map(({ exportId }) => ({ realmId, exportId })),
    );
