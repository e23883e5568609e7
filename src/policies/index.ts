/** The list of policies. Those of e-mails are in `emails.ts`, because they apply only if the service sends e-mails. */
export { announcements } from './announcements.ts';
export { archivedChannels } from './archived-channels.ts';
export { contentErasures } from './content-erasures.ts';
export { emptyChannels } from './empty-channels.ts';
export { endedExports } from './ended-exports.ts';
export { erasure } from './erasure.ts';
export { lapsedAppointments } from './lapsed-appointments.ts';
export { moveNotices } from './move-notices.ts';
export { needlessInvitations } from './needless-invitations.ts';
export { orphanedFiles } from './orphaned-files.ts';
export { outgoingWebhooks } from './outgoing-webhooks.ts';
export { releasedHolds } from './released-holds.ts';
export { reviewExports } from './review-exports.ts';
export { saidAfterErasure } from './said-after-erasure.ts';
export { topicDeletions } from './topic-deletions.ts';
export { topicMoves } from './topic-moves.ts';
export { welcomes } from './welcomes.ts';
