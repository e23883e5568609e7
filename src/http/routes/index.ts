/** Every endpoint below `/api/v1`, grouped by the first word of its path. */
import type { AnyEndpoint } from '../define-endpoint.ts';
import { patchAccount } from './account-settings.ts';
import { alertWords } from './alert-words.ts';
import { audience } from './audience.ts';
import { auditEvents } from './audit-events.ts';
import { auditors } from './auditors.ts';
import { avatar } from './avatar.ts';
import { botStorage } from './bot-storage.ts';
import { bots } from './bots.ts';
import { defaultStreams } from './default-streams.ts';
import { erasures } from './erasures.ts';
import { events } from './events.ts';
import { reviewExports } from './exports.ts';
import { external } from './external.ts';
import { files } from './files.ts';
import { holds } from './holds.ts';
import { invitationAnswers } from './invitation-answers.ts';
import { invites } from './invites.ts';
import { ledger } from './ledger.ts';
import { linkifiers } from './linkifiers.ts';
import { messageFlags } from './message-flags.ts';
import { messageWrites } from './messages.ts';
import { messageLists } from './messages-list.ts';
import { messageReads } from './messages-read.ts';
import { operations } from './operations.ts';
import { presence } from './presence.ts';
import { reactions } from './reactions.ts';
import { realm } from './realm.ts';
import { realmDomains } from './realm-domains.ts';
import { realmEmoji } from './realm-emoji.ts';
import { realmExports } from './realm-exports.ts';
import { realmSettings } from './realm-settings.ts';
import { register } from './register.ts';
import { replay } from './replay.ts';
import { scheduledMessages } from './scheduled-messages.ts';
import { serverSettings } from './server-settings.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { singleSignOn } from './single-sign-on.ts';
import { sinks } from './sinks.ts';
import { streamReads } from './stream-reads.ts';
import { streams } from './streams.ts';
import { submessages } from './submessages.ts';
import { subscriptionSettings } from './subscription-settings.ts';
import { subscriptions } from './subscriptions.ts';
import { userGroups } from './user-groups.ts';
import { postStatus } from './user-status.ts';
import { users } from './users.ts';
import { usersActivity } from './users-activity.ts';
import { usersList } from './users-list.ts';

export const endpoints: readonly AnyEndpoint[] = [
  ...messageWrites,
  ...messageLists,
  ...messageReads,
  ...messageFlags,
  ...scheduledMessages,
  ...alertWords,
  ...reactions,
  ...submessages,
  ...presence,
  postStatus,
  ...usersList,
  ...events,
  ...external,
  ...signIn,
  ...singleSignOn,
  register,
  serverSettings,
  ...streams,
  ...streamReads,
  ...defaultStreams,
  ...subscriptions,
  ...subscriptionSettings,
  ...users,
  ...usersActivity,
  ...bots,
  ...invites,
  ...invitationAnswers,
  ...realm,
  ...realmSettings,
  ...botStorage,
  ...realmDomains,
  ...linkifiers,
  ...realmEmoji,
  ...realmExports,
  ...userGroups,
  ...settings,
  patchAccount,
  ...files,
  ...avatar,
  ...auditors,
  ...ledger,
  ...holds,
  ...sinks,
  ...erasures,
  ...reviewExports,
  ...audience,
  ...auditEvents,
  ...replay,
  ...operations,
];
