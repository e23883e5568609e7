/** The read model `user-statuses`: the statuses that users set. Users without a status have no document. */
import { defineProjection, removes } from '../src/define/projection.ts';
import type { UserId } from '../src/vocabulary/ids.ts';
import { statusAfter, type UserStatus } from '../src/vocabulary/user-status.ts';

type UserStatusDocument = { readonly realmId: number; readonly userId: UserId; readonly status: UserStatus };

const documentId = (realmId: number, userId: number): string => `${realmId}.${userId}`;

export const userStatuses = defineProjection<UserStatusDocument>({
  name: 'userStatuses',
  version: 2,
  indexes: { byUser: ['realmId', 'userId'] },
  on: {
    UserStatusChanged: {
      reads: ({ realmId, data }) => [documentId(realmId, data.userId)],
      apply({ realmId, data: { userId, ...change } }, own) {
        const id = documentId(realmId, userId);
        const status = statusAfter(own.get(id)?.status ?? {}, change);
        if (Object.keys(status).length === 0) return [{ op: 'remove', id }];
        return [{ op: 'put', id, document: { realmId, userId, status } }];
      },
    },
    UserWordsErased: removes(({ realmId, data: { userId } }) => documentId(realmId, userId)),
  },
});
