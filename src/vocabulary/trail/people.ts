/** The trail of users: accounts, names, settings, and what they keep for themselves. */
import { idOfLeaf } from '../events/id-of-leaf.ts';
import { shownAddress } from '../shown-address.ts';
import { users } from './organization.ts';
import { notRecorded, type Rows } from './row.ts';

const user = ({ data }: { readonly data: { readonly userId: number } }): number => data.userId;
const organization = ({ realmId }: { readonly realmId: number }): number => realmId;

export const peopleRows = {
  UserCreated: {
    action: 'user.created',
    description: 'An account was made',
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
    description: 'An invitation was taken back',
    object: ({ data }) => data.invitationId,
    after: () => ({ revoked: true }),
    before: () => ({ revoked: false }),
  },
  AddressesCarriedOver: {
    action: 'organization.addresses_carried_over',
    description: 'Addresses are known by fingerprints that another secret gives',
    object: organization,
    after: ({ addresses }) => ({ users: addresses.map(({ userId }) => userId) }),
    begins: true,
  },
  UserRoleChanged: {
    action: 'user.role_changed',
    description: 'A user got another role',
    object: user,
    after: ({ role }) => ({ role }),
    before: ({ previousRole }) => ({ role: previousRole }),
  },
  BotVisibilityChanged: {
    action: 'user.bots_shown',
    description: 'A new role shows bots of others to the user, or hides them',
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
    description: 'An account is active again',
    object: user,
    after: () => ({ active: true }),
    before: () => ({ active: false }),
  },
  BotOwnerChanged: {
    action: 'user.owner_changed',
    description: 'A bot got another owner',
    object: user,
    also: ({ data: { ownerId, previousOwnerId } }) =>
      users(previousOwnerId === null ? [ownerId] : [ownerId, previousOwnerId]),
    after: ({ ownerId }) => ({ bot_owner_id: ownerId }),
    before: ({ previousOwnerId }) => ({ bot_owner_id: previousOwnerId }),
  },
  BotServiceChanged: {
    action: 'user.service_changed',
    description: 'An outgoing webhook posts to another address',
    object: user,
    after: ({ service }) => ({ payload_url: shownAddress(service.payloadUrl) }),
  },
  BotDefaultsChanged: {
    action: 'user.bot_defaults_changed',
    description: 'A bot got other default streams',
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
    description: 'The name and the address of an account that is about to be made',
    object: user,
    after: ({ fullName, email, timezone }) => ({ full_name: fullName, email, timezone }),
    begins: true,
    names: ({ fullName, email }) => [fullName, email],
  },
  FullNameChanged: {
    action: 'user.renamed',
    description: 'A user got another name',
    object: user,
    after: ({ fullName }) => ({ full_name: fullName }),
    before: ({ previousFullName }) => ({ full_name: previousFullName }),
    names: ({ fullName, previousFullName }) => [fullName, previousFullName],
  },
  AvatarChanged: {
    action: 'user.avatar_changed',
    description: 'A user got another picture, or none',
    object: user,
    // The address is left out, because everybody with the address can fetch the picture.
    after: ({ version }) => ({ avatar_version: version, avatar_url: null }),
  },
  PersonErased: {
    action: 'user.erased',
    description: 'What was known of a person was erased',
    object: user,
    after: ({ fullName, email, leaves }) => ({ full_name: fullName, email, erased_events: leaves.map(idOfLeaf) }),
    begins: true,
  },
  TimezoneChanged: {
    action: 'user.timezone_changed',
    description: 'A user is in another time zone',
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
    description: 'A user changed when to be notified',
    object: user,
    after: ({ settings }) => settings,
  },
  DisplaySettingsChanged: {
    action: 'user.display_changed',
    description: 'A user changed how things are shown',
    object: user,
    after: ({ settings }) => settings,
  },
  SubscriptionPropertiesChanged: {
    action: 'user.subscriptions_changed',
    description: 'A user changed how subscriptions are shown',
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
    description: 'A user hears of a topic again',
    object: user,
    place: ({ channelId, topic }) => ({ kind: 'channel', channelId, topic }),
    after: () => ({ muted: false }),
    before: () => ({ muted: true }),
  },
  MissedMessagesEmailed: {
    action: 'user.emailed',
    description: 'Unread messages were told by e-mail',
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
    description: 'A user set a flag of messages, or took it from them',
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
    description: 'What a user says about themselves was changed',
    object: user,
    after: ({ away, text }) => ({
      ...(away === undefined ? {} : { away }),
      ...(text === undefined ? {} : { status_text: text }),
    }),
    content: ['status_text'],
  },
  AlertWordsChanged: {
    action: 'user.alert_words_changed',
    description: 'A user changed the words that alert them',
    object: user,
    after: ({ added, removed }) => ({ added_alert_words: added, removed_alert_words: removed }),
    begins: true,
    content: ['added_alert_words', 'removed_alert_words'],
  },
  UserWordsErased: {
    action: 'user.words_erased',
    description: 'What a user said about themselves, and the words that alerted them, were erased',
    object: user,
    after: ({ leaves }) => ({ erased_events: leaves.map(idOfLeaf) }),
    begins: true,
  },
  // Everything that is stored is content, including the keys.
  BotStorageChanged: {
    action: 'user.storage_changed',
    description: 'What a user or a bot keeps for itself was changed',
    object: user,
    after: ({ values, removed }) => ({ stored: values, removed }),
    begins: true,
    content: ['stored', 'removed'],
  },
} satisfies Rows;
