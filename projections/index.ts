/** The list of read models. All of them advance together, under one checkpoint. */
import type { Projection } from '../src/define/projection.ts';
import { auditors } from './auditors.ts';
import { botStorage } from './bot-storage.ts';
import { channels } from './channels.ts';
import { deletions } from './deletions.ts';
import { erasures } from './erasures.ts';
import { reviewExports } from './exports.ts';
import { filesProjection } from './files.ts';
import { flagsProjection } from './flags.ts';
import { holds } from './holds.ts';
import { invitations } from './invitations.ts';
import { latestChanges } from './latest-changes.ts';
import { ledgerProjection } from './ledger.ts';
import { membershipsProjection } from './memberships.ts';
import { messageProjection } from './messages.ts';
import { preferences } from './preferences.ts';
import { presence } from './presence.ts';
import { realmEmoji } from './realm-emoji.ts';
import { realmExports } from './realm-exports.ts';
import { realms } from './realms.ts';
import { scheduledMessages } from './scheduled-messages.ts';
import { trailProjection } from './trail.ts';
import { userGroups } from './user-groups.ts';
import { userStatuses } from './user-statuses.ts';
import { users } from './users.ts';

export const projections: readonly Projection<object>[] = [
  realms,
  users,
  channels,
  membershipsProjection,
  messageProjection,
  preferences,
  userGroups,
  botStorage,
  flagsProjection,
  presence,
  userStatuses,
  filesProjection,
  ledgerProjection,
  auditors,
  scheduledMessages,
  deletions,
  holds,
  realmEmoji,
  erasures,
  reviewExports,
  realmExports,
  trailProjection,
  invitations,
  latestChanges,
];
