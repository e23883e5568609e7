/** Every endpoint below `/api/v1`, by the resource that it is about. */
import type { tags } from '../../define/endpoint.ts';
import type { AnyEndpoint, DeclaredEndpoint } from '../define-endpoint.ts';
import { patchAccount } from './account-settings.ts';
import { alertWords } from './alert-words.ts';
import { audience } from './audience.ts';
import { auditEvents } from './audit-events.ts';
import { auditors } from './auditors.ts';
import { avatar } from './avatar.ts';
import { botStorage } from './bot-storage.ts';
import { bots, regenerateBotKey } from './bots.ts';
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
import { getSubscriptionStatus, streamReads } from './stream-reads.ts';
import { streams } from './streams.ts';
import { submessages } from './submessages.ts';
import { patchMutedTopics, subscriptionSettings } from './subscription-settings.ts';
import { subscriptions } from './subscriptions.ts';
import { userGroups } from './user-groups.ts';
import { postStatus } from './user-status.ts';
import { ownProfileData, regenerateApiKey, users } from './users.ts';
import { usersActivity } from './users-activity.ts';
import { usersList } from './users-list.ts';

type Tag = keyof typeof tags;

const byTag: Readonly<Record<Tag, readonly DeclaredEndpoint[]>> = {
  Messages: [
    ...messageWrites,
    ...messageLists,
    ...messageReads,
    ...messageFlags,
    ...scheduledMessages,
    ...reactions,
    ...submessages,
  ],
  'Event queues': [...events, register],
  Streams: [...streams, ...streamReads, ...defaultStreams],
  Subscriptions: [...subscriptions, ...subscriptionSettings, getSubscriptionStatus],
  'Muted topics': [patchMutedTopics],
  Users: [...usersList, ...users, ...usersActivity, ...avatar],
  Presence: [...presence, postStatus],
  'API keys': [...signIn, ...singleSignOn, regenerateApiKey, regenerateBotKey],
  Invitations: [...invites, ...invitationAnswers],
  Bots: [...bots, ...botStorage],
  Emoji: realmEmoji,
  Linkifiers: linkifiers,
  'User groups': userGroups,
  Organization: [...realmSettings, ...realmDomains, ...realmExports],
  'Profile fields': [...realm, ...ownProfileData],
  Files: files,
  Settings: [...alertWords, ...settings, patchAccount],
  'Incoming webhooks': external,
  Audit: [
    ...auditors,
    ...ledger,
    ...holds,
    ...sinks,
    ...erasures,
    ...reviewExports,
    ...audience,
    ...auditEvents,
    ...replay,
  ],
  Server: [serverSettings, ...operations],
};

export const endpoints: readonly AnyEndpoint[] = Object.entries(byTag).flatMap(([tag, declared]) =>
  declared.map((endpoint) => ({ ...endpoint, tag: tag as Tag })),
);
