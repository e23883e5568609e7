/**
 * Removes earlier events from the log and their bytes from the disk, after a deletion, a change of password, and a decision that could not
 * be completed.
 */
import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';

/** The subject is the message, the person or the file, so that no deletion waits until another one has left the disk. */
export const erasure: Policy<RealmState> = {
  name: 'erasure',
  on: {
    MessageDeleted: (event) => [String(event.data.messageId)],
    EventsWithdrawn: (event) => [event.stream],
    PasswordSet: (event) => (event.revision > 0 ? [`password ${event.data.userId}`] : []),
    FileDeleted: (event) => [`file-${event.data.fileId}`],
    AvatarChanged: ({ data: { userId, version, previous } }) =>
      previous === null ? [] : [`avatar-${userId}-${version}`],
    ScheduledMessageEnded: (event) => [`scheduled-${event.data.scheduledId}`],
    InvitationEnded: (event) => [`invitation-${event.data.invitationId}`],
    PersonErased: (event) => [`person-${event.data.userId}`],
    UserWordsErased: (event) => [event.stream],
    HeldDeletionsEnded: (event) => [event.id],
  },
};
