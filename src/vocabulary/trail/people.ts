/** The trail of users: accounts, names, settings, and stored data. */
import { idOfLeaf } from '../events/id-of-leaf.ts';
import { shownAddress } from '../shown-address.ts';
import { users } from './organization.ts';
import { notRecorded, type Rows } from './row.ts';

const user = ({ data }: { readonly data: { readonly userId: number } }): number => data.userId;
const organization = ({ realmId }: { readonly realmId: number }): number => realmId;

export const peopleRows = {
  UserCreated: {
    action: 'user.created',
    description: 'An account was created',
    object: user,
    also: ({ data: { bot, invitationId } }) => [
      ...users(bot?.ownerId == null ? [] : [bot.ownerId]),
      ...(invitationId === undefined ? [] : [{ type: 'invitation' as const, id: invitationId }]),
    ],
    after: ({ role, bot, invitationId }) => ({
      role,
      bot_type: bot?.type ?? null,
      bot_owner_id: bot?.ownerId ?? null,
      payload_url: bot?.service ? shownAddress(bot.service.payloadUrl) : null,
      ...(invitationId !== undefined && { invitation_id: invitationId }),
    }),
    begins: true,
  },
  InvitationRevoked: {
    action: 'invitation.revoked',
    description: 'An invitation was revoked',
    object: ({ data }) => data.invitationId,
    after: () => ({ revoked: true }),
    before: () => ({ revoked: false }),
  },
  PersonWithdrawn: {
    action: 'user.withdrawn',
    description: 'The name and address of a person whose account could not be created were withdrawn',
    object: user,
    after: () => ({}),
    begins: true,
  },
  AddressesCarriedOver: {
    action: 'organization.addresses_carried_over',
    description: 'E-mail addresses got new fingerprints, because the secret of the service was replaced',
    object: organization,
    after: ({ addresses }) => ({ users: addresses.map(({ userId }) => userId) }),
    begins: true,
  },
  UserRoleChanged: {
    action: 'user.role_changed',
    description: 'The role of a user was changed',
    object: user,
    after: ({ role }) => ({ role }),
    before: ({ previousRole }) => ({ role: previousRole }),
  },
  BotVisibilityChanged: {
    action: 'user.bots_shown',
    description: 'Bots of others became visible to a user, or hidden, because of a new role',
    object: user,
    after: ({ botIds, visible }) => ({ bots: botIds, visible }),
    begins: true,
  },
  UserDeactivated: {
    action: 'user.deactivated',
    description: 'An account was deactivated',
    object: user,
    after: () => ({ active: false }),
    before: () => ({ active: true }),
  },
  UserReactivated: {
    action: 'user.reactivated',
    description: 'An account was reactivated',
    object: user,
    after: () => ({ active: true }),
    before: () => ({ active: false }),
  },
  BotOwnerChanged: {
    action: 'user.owner_changed',
    description: 'The owner of a bot was changed',
    object: user,
    also: ({ data: { ownerId, previousOwnerId } }) =>
      users(previousOwnerId === null ? [ownerId] : [ownerId, previousOwnerId]),
    after: ({ ownerId }) => ({ bot_owner_id: ownerId }),
    before: ({ previousOwnerId }) => ({ bot_owner_id: previousOwnerId }),
  },
  BotServiceChanged: {
    action: 'user.service_changed',
    description: 'The address of an outgoing webhook was changed',
    object: user,
    after: ({ service }) => ({ payload_url: shownAddress(service.payloadUrl) }),
  },
  BotDefaultsChanged: {
    action: 'user.bot_defaults_changed',
    description: 'The default streams of a bot were changed',
    object: user,
    after: ({ defaults }) => ({
      default_sending_stream_id: defaults.sendingChannelId,
      default_events_register_stream_id: defaults.registerChannelId,
      default_all_public_streams: defaults.allPublicStreams,
    }),
  },
  ApiKeyRotated: {
    action: 'user.key_replaced',
    description: 'An API key was replaced',
    object: user,
    after: () => ({ api_key: null }),
    before: () => ({ api_key: null }),
  },
  PersonDescribed: {
    action: 'user.described',
    description: 'The name and the address of a new account were recorded',
    object: user,
    after: ({ fullName, email, timezone }) => ({ full_name: fullName, email, timezone }),
    begins: true,
    names: ({ fullName, email }) => [fullName, email],
  },
  FullNameChanged: {
    action: 'user.renamed',
    description: 'A user was renamed',
    object: user,
    after: ({ fullName }) => ({ full_name: fullName }),
    before: ({ previousFullName }) => ({ full_name: previousFullName }),
    names: ({ fullName, previousFullName }) => [fullName, previousFullName],
  },
  AvatarChanged: {
    action: 'user.avatar_changed',
    description: 'The avatar of a user was changed or removed',
    object: user,
    // The address is left out, because everybody with the address can fetch the picture.
    after: ({ version }) => ({ avatar_version: version, avatar_url: null }),
  },
  PersonErased: {
    action: 'user.erased',
    description: 'The personal data of a person were erased',
    object: user,
    after: ({ fullName, email, leaves }) => ({ full_name: fullName, email, erased_events: leaves.map(idOfLeaf) }),
    begins: true,
  },
  TimezoneChanged: {
    action: 'user.timezone_changed',
    description: 'The time zone of a user was changed',
    object: user,
    after: ({ timezone }) => ({ timezone }),
    before: ({ previousTimezone }) => ({ timezone: previousTimezone }),
  },
  ProfileDataChanged: {
    action: 'user.profile_changed',
    description: 'Values of custom profile fields were changed',
    object: user,
    after: ({ values }) => Object.fromEntries(values.map(({ fieldId, value }) => [`profile_field_${fieldId}`, value])),
  },
  PasswordSet: notRecorded,
  NotificationSettingsChanged: {
    action: 'user.notifications_changed',
    description: 'A user changed notification settings',
    object: user,
    after: ({ settings }) => settings,
  },
  DisplaySettingsChanged: {
    action: 'user.display_changed',
    description: 'A user changed display settings',
    object: user,
    after: ({ settings }) => settings,
  },
  SubscriptionPropertiesChanged: {
    action: 'user.subscriptions_changed',
    description: 'A user changed properties of subscriptions',
    object: user,
    after: ({ changes }) =>
      Object.fromEntries(changes.map(({ channelId, properties }) => [`stream_${channelId}`, properties])),
    begins: true,
  },
  TopicMuted: {
    action: 'user.topic_muted',
    description: 'A user muted a topic',
    object: user,
    place: ({ channelId, topic }) => ({ kind: 'channel', channelId, topic }),
    after: () => ({ muted: true }),
    before: () => ({ muted: false }),
  },
  TopicUnmuted: {
    action: 'user.topic_unmuted',
    description: 'A user unmuted a topic',
    object: user,
    place: ({ channelId, topic }) => ({ kind: 'channel', channelId, topic }),
    after: () => ({ muted: false }),
    before: () => ({ muted: true }),
  },
  MissedMessagesEmailed: {
    action: 'user.emailed',
    description: 'An e-mail about missed messages was sent',
    object: user,
    after: ({ upTo }) => ({ emailed_up_to_message_id: upTo }),
    begins: true,
  },
  WelcomeAnswered: {
    action: 'user.welcome_answered',
    description: 'The Welcome Bot answered the first message that the user wrote to it',
    object: user,
    begins: true,
  },
  MessageFlagsChanged: {
    action: 'user.flags_changed',
    description: 'A user set or removed a flag of messages',
    object: user,
    after: ({ op, flag, messages }) => ({ op, flag, messages }),
    begins: true,
  },
  AllMessagesRead: {
    action: 'user.everything_read',
    description: 'A user marked everything as read',
    object: user,
    after: ({ spans }) => ({ messages: spans }),
    begins: true,
  },
  SignInFailed: {
    action: 'user.sign_in_failed',
    description: 'A wrong password was given for the account',
    object: user,
    begins: true,
  },
  BotServerFailed: {
    action: 'user.server_failed',
    description: 'The server of an outgoing webhook could not be reached',
    object: user,
    after: ({ failures, restsUntil }) => ({ failures, rests_until: new Date(restsUntil).toISOString() }),
    begins: true,
  },
  BotServerAnswered: {
    action: 'user.server_answered',
    description: 'The server of an outgoing webhook answered after failures',
    object: user,
    begins: true,
  },
  UserStatusChanged: {
    action: 'user.status_changed',
    description: 'The status of a user was changed',
    object: user,
    after: ({ away, text }) => ({
      ...(away === undefined ? {} : { away }),
      ...(text === undefined ? {} : { status_text: text }),
    }),
    content: ['status_text'],
  },
  AlertWordsChanged: {
    action: 'user.alert_words_changed',
    description: 'A user changed their alert words',
    object: user,
    after: ({ added, removed }) => ({ added_alert_words: added, removed_alert_words: removed }),
    begins: true,
    content: ['added_alert_words', 'removed_alert_words'],
  },
  UserWordsErased: {
    action: 'user.words_erased',
    description: 'The statuses and alert words of a user were erased',
    object: user,
    after: ({ leaves }) => ({ erased_events: leaves.map(idOfLeaf) }),
    begins: true,
  },
  // Everything that is stored is content, including the keys.
  BotStorageChanged: {
    action: 'user.storage_changed',
    description: 'The stored data of a user or a bot were changed',
    object: user,
    after: ({ values, removed }) => ({ stored: values, removed }),
    begins: true,
    content: ['stored', 'removed'],
  },
} satisfies Rows;
