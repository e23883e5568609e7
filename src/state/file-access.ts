/** Who may share an uploaded file by a link in a message: its owner, and everybody who can read a message that shares it. */
import type { UserId } from '../vocabulary/ids.ts';
import type { UploadedFile } from './files.ts';
import { canReach } from './message-access.ts';
import type { RealmState } from './realm-state.ts';

export const mayShare = (state: RealmState, userId: UserId, { userId: ownerId, sharedBy }: UploadedFile): boolean =>
  ownerId === userId ||
  sharedBy.some((messageId) => {
    const sharing = state.files.sharing.get(messageId);
    return sharing !== undefined && canReach(state, userId, { messageId, sentTo: sharing.place, alsoTo: [] });
  });
