/**
 * The only table from refusals of the rules to answers of the API (docs/api.md, Errors). If a refusal is missing here, it does not compile.
 * `refused` has the code BAD_REQUEST. `plain` has no code, because the original API has none there.
 */
import type { Refusal, RefusalCode } from '../../vocabulary/refusals.ts';
import { additionProblems } from './addition-refusals.ts';
import { auditProblems } from './audit-refusals.ts';
import { defaultGroupProblems } from './default-group-refusals.ts';
import { invitationProblems } from './invitation-refusals.ts';
import { type Problem, type ProblemsOf, plain, refused } from './problem.ts';
import { realmExportProblems } from './realm-export-refusals.ts';

/** The store cannot accept or return anything now. Clients try again. */
export const unavailable: Problem = {
  status: 503,
  msg: 'The service is temporarily unavailable',
  headers: { 'Retry-After': '2' },
};

export const diskFull: Problem = { ...unavailable, msg: 'The disk of the service is full: nothing was written' };

export const problems: ProblemsOf<RefusalCode> = {
  'message-missing': () => refused('Invalid message(s)'),
  'message-content-empty': () => refused('Message must not be empty'),
  'message-content-null': () => refused('Message must not contain null bytes'),
  'message-content-too-long': ({ bytesMax }) => refused(`content is too long (limit: ${bytesMax} bytes)`),
  'topic-empty': () => refused("Topic can't be empty"),
  'topic-characters': () => refused('Invalid characters in topic'),
  'topic-too-long': ({ lengthMax }) => refused(`topic is too long (limit: ${lengthMax} characters)`),
  'recipients-missing': () => refused('Message must have recipients'),
  'recipients-too-many': ({ max }) => refused(`to is too long (limit: ${max} recipients)`),
  'recipient-email-unknown': ({ email }) => refused(`Invalid email '${email}'`),
  'recipient-id-unknown': ({ userId }) => refused(`Invalid user ID ${userId}`),
  'recipient-deactivated': ({ email }) => refused(`'${email}' is no longer using Zulip.`),
  'channel-post-unsubscribed': ({ name }) => refused(`Not authorized to send to stream '${name}'`),
  'channel-post-administrators-only': () => refused('Only organization administrators can send to this stream.'),
  // This text differs from the original API, because here policy 3 admits new members rather than keeping them out (docs/api.md, Streams).
  'channel-post-new-members-only': () => refused('Only new members can send to this stream.'),
  'private-messages-disabled': () => refused('Private messages are disabled in this organization.'),
  'delete-not-permitted': () => refused("You don't have permission to delete this message"),
  'delete-too-late': () => refused('The time limit for deleting this message has passed'),
  'editing-disabled': () => plain('Your organization has turned off message editing'),
  'edit-history-disabled': () => plain('Message edit history is disabled in this organization'),
  'edit-not-permitted': () => refused("You don't have permission to edit this message"),
  'edit-too-late': () => refused('The time limit for editing this message has passed'),
  'edit-nothing': () => plain('Nothing to change'),
  'edit-propagate-without-topic': () => plain('Invalid propagate_mode without topic edit'),
  'move-not-permitted': () => refused("You don't have permission to move this message"),
  'move-with-content': () => refused('Cannot change message content while changing stream'),
  'move-private': () => refused('Streams must be public'),
  'move-channel-unknown': () => refused('Invalid stream id'),
  'messages-too-long': () => refused('msg_ids names messages that are too long together: ask for fewer at once'),
  'edit-too-often': ({ max }) => refused(`This message has been edited too often (limit: ${max} times)`),
  'person-changed-too-often': ({ max }) => refused(`The profile has been changed too often (limit: ${max} times)`),
  'idempotency-key-reused': () => ({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    msg: 'This Idempotency-Key was used for another message',
  }),
  'schedule-past': () => plain('Time must be in the future.'),
  'schedule-too-far': ({ daysMax }) => refused(`deliver_at is too far in the future (limit: ${daysMax} days)`),
  'schedule-too-many': ({ max, of }) =>
    refused(`${of === 'user' ? 'You have' : 'Your organization has'} too many scheduled messages (limit: ${max})`),
  'reminder-private': () => refused('Reminders can only be set for streams.'),
  'scheduled-message-missing': () => refused('Scheduled message does not exist'),
  'alert-words-too-many': ({ max }) => refused(`alert_words is too long (limit: ${max} words)`),
  'flagged-too-many': ({ max }) => refused(`messages is too long: at most ${max} may have this flag`),
  'mark-channel-unknown': () => refused('Invalid stream id'),
  'topic-unknown': ({ topic }) => refused(`No such topic '${topic}'`),
  'emoji-unknown': ({ name }) => refused(`Emoji '${name}' does not exist`),
  'emoji-name-characters': () => refused('Invalid characters in emoji name'),
  'emoji-taken': () => refused('A custom emoji with this name already exists.'),
  'emoji-administrator-required': () => refused('Must be an organization administrator'),
  'emoji-not-author': () => refused('Must be an organization administrator or emoji author'),
  'realm-emoji-too-many': ({ max, of }) =>
    refused(`${of === 'user' ? 'A member' : 'An organization'} has at most ${max} custom emoji`),
  'emoji-unnamed': () => refused('At least one of the following arguments must be present: emoji_name, emoji_code'),
  'emoji-name-invalid': () => refused('Invalid emoji name.'),
  'emoji-code-invalid': () => refused('Invalid emoji code.'),
  'narrow-invalid': ({ desc }) => ({
    status: 400,
    code: 'BAD_NARROW',
    msg: `Invalid narrow operator: ${desc}`,
    fields: { desc },
  }),

  'channel-unknown': ({ name, id }) => (id === undefined ? noChannelNamed(name) : noChannelOf(id)),
  'channel-name-invalid': ({ name }) => refused(`Invalid stream name '${name}'`),
  'channel-name-too-long': ({ lengthMax }) => refused(`Stream name too long (limit: ${lengthMax} characters).`),
  'channel-description-too-long': ({ lengthMax }) =>
    refused(`description is too long (limit: ${lengthMax} characters)`),
  'subscriptions-too-many': ({ max }) =>
    refused(`subscriptions and principals name too much at once (limit: ${max} pairs of a stream and a user)`),
  'left-too-often': ({ max, userId, name }) =>
    refused(
      `User ${userId} has left the stream '${name}' too often to be subscribed to it again (limit: ${max} times)`,
    ),
  'subscriptions-ended-too-many': ({ max, userId }) =>
    refused(
      userId === undefined
        ? `The users of the organization have left streams too often to be subscribed to more (limit: ${max} times)`
        : `User ${userId} has left streams too often to be subscribed to more (limit: ${max} times)`,
    ),
  'channels-too-many': ({ max, ever }) =>
    refused(
      ever
        ? `A user creates at most ${max} streams, archived ones included`
        : `The organization has too many streams (limit: ${max})`,
    ),
  'channel-descriptions-too-long': ({ lengthMax }) =>
    refused(`The descriptions of all streams together are too long (limit: ${lengthMax} characters)`),
  'channel-inaccessible': ({ names }) => plain(`Unable to access stream (${names.join(', ')}).`),
  'channel-create-not-permitted': () => refused('User cannot create streams.'),
  'channel-retention-not-permitted': () => refused('User cannot create stream with this settings.'),
  'channel-id-unknown': () => refused('Invalid stream id'),
  'channel-name-same': () => plain('Stream already has that name!'),
  'channel-name-taken': ({ name }) => refused(`Stream name '${name}' is already taken.`),
  'channel-private-empty': () => refused('is_private: a stream without subscribers cannot be made private.'),
  'channel-private-default': () => refused('is_private: default streams cannot be private.'),
  'default-channel-private': () => refused('Private streams cannot be made default.'),
  'default-channels-too-many': ({ max }) => refused(`An organization has at most ${max} default streams`),
  'subscribe-others-not-permitted': () => plain("Only administrators can modify other users' subscriptions."),
  'subscribe-others-too-new': () => plain("Your account is too new to modify other users' subscriptions."),
  'unsubscribe-others-not-permitted': () => plain('This action requires administrative rights'),
  'principal-unknown': ({ principal }) => ({
    status: 403,
    code: 'UNAUTHORIZED_PRINCIPAL',
    msg: `User not authorized to execute queries on behalf of '${principal}'`,
    fields: { principal },
  }),
  'not-subscribed': ({ channelId }) => plain(`Not subscribed to stream id ${channelId}`),
  'topic-already-muted': () => plain('Topic already muted'),
  'topic-not-muted': () => plain('Topic is not muted'),
  'muted-topics-too-many': ({ max }) => refused(`Too many muted topics (limit: ${max})`),
  'mute-channel-name-unknown': ({ name }) => refused(`Invalid stream name '${name}'`),
  'mute-channel-id-unknown': () => refused('Invalid stream id'),
  'query-not-authorized': () => refused('User not authorized for this query'),

  'guest-not-allowed': () => refused('Not allowed for guest users'),
  'administrator-required': () => unauthorized('Must be an organization administrator'),
  'owner-required': () => unauthorized('Must be an organization owner'),
  'permission-insufficient': () => refused('Insufficient permission'),
  'bot-requests-refused': () => plain('This endpoint does not accept bot requests.'),
  'user-missing': () => refused('No such user'),
  'status-nothing-new': () => plain('Client did not pass any new values.'),
  'presence-user-missing': () => plain('No such user'),
  'presence-of-bot': () => plain('Presence is not supported for bot users.'),
  'presence-missing': ({ user }) => plain(`No presence data for ${user}`),
  'bot-missing': () => refused('No such bot'),
  'user-deactivated': () => refused('User is deactivated'),
  'last-owner-role': () => plain('The owner permission cannot be removed from the only organization owner.'),
  'last-owner-deactivation': () => plain('Cannot deactivate the only organization owner'),
  'last-owner-leaving': () => ({
    status: 400,
    code: 'CANNOT_DEACTIVATE_LAST_USER',
    msg: 'Cannot deactivate the only organization owner.',
    fields: { is_last_owner: true, entity: 'organization owner' },
  }),
  'guest-not-administrator': () => refused('Guests cannot be organization administrators'),
  'bot-role-fixed': () => refused('The role of a bot cannot be changed'),
  'name-too-long': () => refused('Name too long!'),
  'name-too-short': () => refused('Name too short!'),
  'name-characters': () => refused('Invalid characters in name!'),
  'name-format': () => refused('Invalid format!'),
  'email-taken': ({ email }) => plain(`Email '${email}' already in use`),
  'email-not-admitted': ({ email }) => plain(`Email '${email}' not allowed in this organization`),
  'email-invalid': () => refused('Enter a valid email address.'),
  'users-too-many': ({ max }) => refused(`The organization has too many users (limit: ${max})`),
  'avatar-changes-disabled': () => plain('Avatar changes are disabled in this organization.'),
  'name-changes-disabled': () => plain('Name changes are disabled in this organization.'),
  'email-changes-disabled': () => plain('Email address changes are disabled in this organization.'),
  'password-wrong': () => plain('Wrong password!'),
  'password-weak': () => plain('New password is too weak!'),
  'bot-username-taken': () => plain('Username already in use'),
  'bot-name-taken': () => refused('Name is already in use!'),
  'bot-username-invalid': () => plain('Bad name or username'),
  'bot-owner-invalid': () => plain('Failed to change owner, no such user'),
  'bot-owner-deactivated': () => refused('The owner of this bot is deactivated'),
  'bot-not-outgoing': () => refused('service_payload_url is only for outgoing webhook bots'),
  'bot-default-channel-unknown': ({ name }) => refused(`Invalid stream name '${name}'`),
  'bots-with-defaults-too-many': ({ of, max }) => refused(`An ${of} has at most ${max} bots with default streams`),
  'bots-too-many': ({ max, ever }) =>
    refused(`A user has at most ${max} ${ever ? 'bots, deactivated ones included' : 'active bots'}`),
  'profile-field-missing': ({ fieldId }) => refused(`Field id ${fieldId} not found.`),
  'profile-field-value': ({ detail }) => refused(detail),
  'profile-field-data': ({ detail }) => refused(detail),
  'profile-field-name-blank': () => refused('Label cannot be blank.'),
  'profile-field-name-taken': () => plain('A field with that label already exists.'),
  'profile-fields-order': () => refused('Invalid order mapping.'),
  'profile-fields-too-many': ({ max }) => refused(`An organization has at most ${max} custom profile fields`),
  'timezone-unknown': () => refused('Invalid timezone'),
  'notification-sound-unknown': ({ sound }) => refused(`Invalid notification sound '${sound}'`),

  'domain-invalid': () => plain('Invalid domain: it must be a name such as example.com'),
  'domain-taken': ({ domain }) => plain(`The domain ${domain} is already a part of your organization.`),
  'domain-missing': ({ domain }) => plain(`No entry found for domain ${domain}.`),
  'domains-too-many': ({ max }) => refused(`An organization has at most ${max} domains`),
  'storage-key-missing': () => plain('Key does not exist.'),
  'storage-key-invalid': ({ bytesMax }) =>
    refused(`storage has a key that is empty or too long (limit: ${bytesMax} bytes)`),
  'storage-full': ({ beyond, bytesMax }) =>
    plain(`Request exceeds storage limit by ${beyond} bytes. The limit is ${bytesMax} bytes.`),
  'storage-keys-too-many': ({ max }) => refused(`storage has too many keys (limit: ${max})`),
  'linkifier-invalid': ({ field, detail }) => ({ ...plain(detail), fields: { errors: { [field]: [detail] } } }),
  'linkifier-taken': () => ({
    ...plain('Realm filter with this Realm and Pattern already exists.'),
    fields: { errors: { __all__: ['Realm filter with this Realm and Pattern already exists.'] } },
  }),
  'linkifier-missing': () => plain('Filter not found'),
  'linkifiers-too-many': ({ max }) => refused(`An organization has at most ${max} linkifiers`),
  'user-group-missing': () => refused('Invalid user group'),
  'user-group-not-member': () =>
    refused('Only group members and organization administrators can administer this group.'),
  'user-group-name-invalid': () => refused('Invalid name: it must be one that can be mentioned as @*name*'),
  'user-group-name-taken': ({ name }) => refused(`User group '${name}' already exists.`),
  'user-group-text-too-long': ({ parameter, lengthMax }) =>
    refused(`${parameter} is too long (limit: ${lengthMax} characters)`),
  'user-group-members-too-many': ({ max }) => refused(`A user group has at most ${max} members`),
  'user-groups-too-many': ({ max }) => refused(`An organization has at most ${max} user groups`),
  'user-group-nothing-new': () => plain('No new data supplied'),
  'user-group-already-member': ({ userId }) => refused(`User ${userId} is already a member of this group`),
  'user-group-no-such-member': ({ userId }) => refused(`There is no member '${userId}' in this user group`),
  'nothing-to-do': () => plain('Nothing to do. Specify at least one of "add" or "delete".'),
  'file-missing': () => refused('Invalid attachment'),
  'files-too-many': ({ max, of }) =>
    refused(`${of === 'user' ? 'You have' : 'Your organization has'} too many uploaded files (limit: ${max})`),
  'file-quota': ({ of }) => ({
    status: 400,
    code: 'REALM_UPLOAD_QUOTA',
    msg: `Upload would exceed ${of === 'user' ? 'your' : "your organization's"} upload quota.`,
  }),

  ...auditProblems,
  ...defaultGroupProblems,
  ...invitationProblems,
  ...additionProblems,
  ...realmExportProblems,
  'subdomain-taken': ({ subdomain }) => refused(`The subdomain '${subdomain}' is already in use`),
  'authentication-methods-none': () => plain('At least one authentication method must be enabled.'),
  'authentication-methods-fixed': () => refused('authentication_methods are set by the service'),
  'realm-name-blank': () => refused('name cannot be blank.'),
  'realm-name-too-long': () => plain('Organization name is too long.'),
  'realm-description-too-long': () => plain('Organization description is too long.'),
  'news-channel-unknown': () => refused('Invalid stream id'),
  'realm-missing': () => refused('No such organization'),
  'realm-deactivated': () => ({ status: 401, msg: 'This organization has been deactivated' }),

  'secret-being-replaced': () => refused('The secret is being replaced: `verbatim secret finish` ends the former one'),
  'secret-not-being-replaced': () => refused('The secret is not being replaced: there is no former one'),
  'secret-used-before': () => refused('This secret was used before: replace it by a new one'),
  'queue-missing': ({ queueId }) => ({
    status: 400,
    code: 'BAD_EVENT_QUEUE_ID',
    msg: `Bad event queue id: ${queueId}`,
    fields: { queue_id: queueId },
  }),
  'queue-foreign-poll': () => refused('You are not authorized to get events from this queue'),
  'queue-foreign-delete': () => plain('You are not authorized to access this queue'),

  'queues-too-many': ({ of, max }) =>
    refused(
      `Too many event queues, or too many bytes of options (limit: ${max} queues of ${of === 'user' ? 'a user' : 'an organization'}), and none of yours is idle`,
    ),

  'id-taken': () => unavailable,
  'too-large': () => refused('The request is larger than one event can record'),
  unavailable: ({ cause }) => (cause === 'disk-full' ? diskFull : unavailable),
};

export const problemOfRefusal = (refusal: Refusal): Problem =>
  (problems[refusal.code] as (refusal: Refusal) => Problem)(refusal);

const unauthorized = (msg: string): Problem => ({ status: 400, code: 'UNAUTHORIZED_PRINCIPAL', msg });

const noChannelNamed = (name: string): Problem => ({
  status: 400,
  code: 'STREAM_DOES_NOT_EXIST',
  msg: `Stream '${escapeHtml(name)}' does not exist`,
  fields: { stream: name },
});

const noChannelOf = (id: number): Problem => ({
  status: 400,
  code: 'STREAM_DOES_NOT_EXIST',
  msg: `Stream with ID '${id}' does not exist`,
  fields: { stream_id: id, stream: String(id) },
});

/** Escapes for HTML, because clients insert this message into a page without escaping it. */
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
