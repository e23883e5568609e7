/**
 * Erases a person's messages, scheduled messages and uploads that reach the log during or after their erasure. The person was deactivated
 * before, but a process that did not know that yet may have accepted the request. A legal hold keeps these data, as it keeps those that
 * others delete.
 */
import type { Policy } from '../define/policy.ts';
import { isActive } from '../state/directory.ts';
import { isBeingErased } from '../state/erasures.ts';
import { holdsOnPerson } from '../state/holds.ts';
import { isErased } from '../state/people.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';

const isTooLate = (state: RealmState, userId: UserId): boolean =>
  !isActive(state.directory, userId) && (isErased(state.people, userId) || isBeingErased(state, userId));

export const saidAfterErasure: Policy<RealmState> = {
  name: 'said-after-erasure',
  on: {
    MessageSent: ({ data: { senderId, messageId } }, state) =>
      isTooLate(state, senderId) ? [`message-${messageId}`] : [],
    FileUploaded: ({ data: { userId, fileId } }, state) => (isTooLate(state, userId) ? [`file-${fileId}`] : []),
    MessageScheduled: ({ data: { senderId, scheduledId } }, state) =>
      isTooLate(state, senderId) && holdsOnPerson(state.holds, senderId).length === 0
        ? [`scheduled-${scheduledId}`]
        : [],
  },
  plan: {
    MessageSent: ({ data: { messageId } }) => [{ command: 'erase-message', input: { messageId, onRecord: false } }],
    FileUploaded: ({ data: { fileId } }) => [{ command: 'delete-file', input: { fileId } }],
    MessageScheduled: ({ data: { scheduledId } }) => [{ command: 'erase-scheduled-message', input: { scheduledId } }],
  },
};
