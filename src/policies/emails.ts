/** E-mails, if the service is configured to send them. `src/email/` has the performers. */
import type { Policy } from '../define/policy.ts';
import { idsOf } from '../state/channel-members.ts';
import { membersOf } from '../state/memberships.ts';
import { welcomeBot } from '../state/notification-bot.ts';
import { isTopicMuted, preferencesOf } from '../state/preferences.ts';
import type { RealmState } from '../state/realm-state.ts';
import type { UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import type { ChannelPlace } from '../vocabulary/places.ts';
import { notificationsOf, wildcardsNotify } from '../vocabulary/settings.ts';

/** Sends the link to an invited person. The subject is the invitation. */
export const invitationEmails: Policy<RealmState> = {
  name: 'invitation-emails',
  on: {
    InvitationSent: ({ data: { email, invitationId } }) => (email === null ? [] : [String(invitationId)]),
    InvitationResent: ({ data: { invitationId } }) => [String(invitationId)],
  },
};

/**
 * Sends addressed people an e-mail later, if they have not read the message by then. The subjects are their ids. One e-mail covers all
 * waiting messages, so that actions that are given up lose nothing. The Welcome Bot's greeting causes no e-mail.
 */
export const missedMessages: Policy<RealmState> = {
  name: 'missed-messages',
  backlogMax: limits.digestsWaitingMax,
  on: {
    MessageSent({ data: { senderId, place, text } }, state) {
      const isSystemBot = state.directory.accounts.get(senderId)?.bot?.ownerId === null;
      if (isSystemBot && senderId === welcomeBot(state)) return [];
      const addressed =
        place.kind === 'private'
          ? place.userIds
          : new Set([...text.mentioned, ...(text.wildcard ? notifiedByWildcard(state, place) : [])]);
      return [...addressed].filter((userId) => userId !== senderId && wantsEmails(state, userId)).map(String);
    },
  },
};

/** The subscribers whose settings treat a mention of everybody like a mention of themselves. */
function notifiedByWildcard({ memberships, preferences }: RealmState, { channelId, topic }: ChannelPlace): UserId[] {
  const members = membersOf(memberships, channelId);
  if (members.size > limits.wildcardEmailsMax) return [];
  return idsOf(members).filter((userId) => {
    const own = preferencesOf(preferences, userId);
    return wildcardsNotify(own.notifications, own.subscriptions.get(channelId)) && !isTopicMuted(own, channelId, topic);
  });
}

export function wantsEmails({ directory, preferences }: RealmState, userId: UserId): boolean {
  const account = directory.accounts.get(userId);
  if (account?.active !== true || account.bot !== null) return false;
  return notificationsOf(preferencesOf(preferences, userId)).enable_offline_email_notifications;
}

export const emailPolicies: readonly Policy<RealmState>[] = [invitationEmails, missedMessages];
