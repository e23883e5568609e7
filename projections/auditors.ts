/** The read model `auditors`: one document for each current appointment. */
import { defineProjection, puts, removes } from '../src/define/projection.ts';
import type { Millis, UserId } from '../src/vocabulary/ids.ts';

type AuditorDocument = {
  readonly realmId: number;
  readonly userId: UserId;
  readonly appointedBy: UserId | null;
  readonly appointedAt: Millis;
  readonly reason: string;
};

export const auditorDocumentId = (realmId: number, userId: number): string => `${realmId}.${userId}`;

export const auditors = defineProjection<AuditorDocument>({
  name: 'auditors',
  version: 1,
  indexes: { byId: ['realmId', 'userId'] },
  on: {
    AuditorAppointed: puts(
      ({ realmId, data: { userId, reason }, metadata: { actor: appointedBy, at: appointedAt } }) => [
        auditorDocumentId(realmId, userId),
        { realmId, userId, appointedBy, appointedAt, reason },
      ],
    ),
    AuditorDismissed: removes(({ realmId, data: { userId } }) => auditorDocumentId(realmId, userId)),
  },
});
