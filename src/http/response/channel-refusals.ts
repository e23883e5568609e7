/** The answers to the refusals about streams, subscriptions, and the streams of new users. They are a part of the table in `refusals.ts`. */
import { type Problem, type ProblemsOf, plain, refused } from './problem.ts';

type ChannelCode = `${'channel' | 'default' | 'left' | 'subscri' | 'unsubscribe'}${string}`;

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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Escapes for HTML, because clients insert this message into a page without escaping it. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);

export const channelProblems: ProblemsOf<ChannelCode> = {
  'channel-post-unsubscribed': ({ name }) => refused(`Not authorized to send to stream '${name}'`),
  'channel-post-administrators-only': () => refused('Only organization administrators can send to this stream.'),
  // This text differs from the original API, because here policy 3 admits new members rather than keeping them out (docs/api.md, Streams).
  'channel-post-new-members-only': () => refused('Only new members can send to this stream.'),
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
  'default-group-missing': ({ groupId }) => refused(`Default stream group with id '${groupId}' does not exist.`),
  'default-group-name-invalid': ({ name }) => refused(`Invalid default stream group name '${name}'`),
  'default-group-name-too-long': ({ lengthMax }) =>
    refused(`Default stream group name too long (limit: ${lengthMax} characters)`),
  'default-group-name-taken': ({ name }) => refused(`Default stream group '${name}' already exists`),
  'default-group-name-same': ({ name }) => refused(`This default stream group is already named '${name}'`),
  'default-group-description-too-long': ({ lengthMax }) =>
    refused(`description is too long (limit: ${lengthMax} characters)`),
  'default-group-nothing-new': () => plain('You must pass "new_description" or "new_group_name".'),
  'default-group-channel-default': ({ channel, group }) =>
    refused(`'${channel}' is a default stream and cannot be added to '${group}'`),
  'default-group-channel-present': ({ channel, group }) =>
    refused(`Stream '${channel}' is already present in default stream group '${group}'`),
  'default-group-channel-absent': ({ channel, group }) =>
    refused(`Stream '${channel}' is not present in default stream group '${group}'`),
  'default-groups-too-many': ({ max }) => refused(`An organization has at most ${max} default stream groups`),
  'default-group-channels-too-many': ({ max }) => refused(`Default stream groups have at most ${max} streams together`),
};
