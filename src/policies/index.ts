import type { Policy } from '../define/policy.ts';
import type { RealmState } from '../state/realm-state.ts';
import { announcements } from './announcements.ts';
import { archivedChannels } from './archived-channels.ts';
import { contentErasures } from './content-erasures.ts';
import { emptyChannels } from './empty-channels.ts';
import { endedExports } from './ended-exports.ts';
import { erasure } from './erasure.ts';
import { lapsedAppointments } from './lapsed-appointments.ts';
import { moveNotices } from './move-notices.ts';
import { needlessInvitations } from './needless-invitations.ts';
import { orphanedFiles } from './orphaned-files.ts';
import { outgoingWebhooks } from './outgoing-webhooks.ts';
import { releasedHolds } from './released-holds.ts';
import { reviewExports } from './review-exports.ts';
import { saidAfterErasure } from './said-after-erasure.ts';
import { topicDeletions } from './topic-deletions.ts';
import { topicMoves } from './topic-moves.ts';
import { welcomes } from './welcomes.ts';

export const policies: readonly Policy<RealmState>[] = [
  announcements,
  welcomes,
  moveNotices,
  topicMoves,
  topicDeletions,
  emptyChannels,
  archivedChannels,
  outgoingWebhooks,
  orphanedFiles,
  releasedHolds,
  contentErasures,
  saidAfterErasure,
  reviewExports,
  endedExports,
  erasure,
  lapsedAppointments,
  needlessInvitations,
];
