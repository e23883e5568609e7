/** The read model `auditors`: one document for each current appointment. */
import { defineProjection } from '../src/define/projection.ts';
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
    AuditorAppointed: {
      apply: ({ realmId, data: { userId, reason }, metadata: { actor: appointedBy, at: appointedAt } }) => [
        {
          op: 'put',
          id: auditorDocumentId(realmId, userId),
          document: { realmId, userId, appointedBy, appointedAt, reason },
        },
      ],
    },
    AuditorDismissed: {
      apply: ({ realmId, data: { userId } }) => [{ op: 'remove', id: auditorDocumentId(realmId, userId) }],
    },
  },
});
