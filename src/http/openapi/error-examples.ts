/**
 * The errors that an endpoint may answer, each with an example. They follow from its commands, its parameters, and its own declarations.
 */
import { recordAccess } from '../../../commands/audit/record-access.ts';
import type { ErrorExample } from '../../define/endpoint.ts';
import { QueueId, UserId } from '../../vocabulary/ids.ts';
import type { Refusal, RefusalCode } from '../../vocabulary/refusals.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { ofLooks, readOnlyPast } from '../past/look.ts';
import { isViewable } from '../past/viewed.ts';
import { deactivated, noHeader, notBasic, webhooksOnly, wrongKey, wrongKeyOfWebhook } from '../request/authenticate.ts';
import { tooLarge, unsupported } from '../request/body-errors.ts';
import { badValue, confusing, invalid, missing } from '../request/parameter-errors.ts';
import { exceeded } from '../request/rate-limit.ts';
import { problemOfRefusal, unavailable } from '../response/refusals.ts';
import { queueIdExample } from './examples.ts';

type Fields<C extends RefusalCode> = Omit<Refusal<C>, 'code'>;
type WithFields = { [C in RefusalCode]: Record<never, never> extends Fields<C> ? never : C }[RefusalCode];

/** Fields of a refusal in addition to its code. */
const fieldsOf: { readonly [C in WithFields]: Fields<C> } = {
  'message-content-too-long': { bytesMax: 10_000 },
  'erasure-basis-too-long': { lengthMax: 500 },
  'erasure-messages-too-many': { max: 500 },
  'erasure-message-unknown': { messageId: 4711 },
  'erasures-too-many': { max: 100 },
  'under-legal-hold': { holds: ['Acme v. Example'] },
  'export-names-too-many': { parameter: 'user_ids', max: 500 },
  'export-topic-too-long': { max: 60 },
  'export-user-unknown': { userId: 4711 },
  'export-channel-unknown': { channelId: 4711 },
  'exports-too-many': { max: 10 },
  'exports-kept-too-many': { max: 100 },
  'export-not-ready': { state: 'running' },
  'realm-export-downloads-too-many': { max: 20 },
  'sinks-too-many': { max: 5 },
  'sink-action-unknown': { action: 'message.said' },
  'sink-actions-too-many': { max: 100 },
  'hold-name-too-long': { lengthMax: 100 },
  'hold-names-too-many': { parameter: 'user_ids', max: 500 },
  'hold-user-unknown': { userId: 4711 },
  'hold-channel-unknown': { channelId: 4711 },
  'holds-too-many': { max: 100 },
  'hold-custodians-too-many': { max: 2_000 },
  'invitation-stream-unknown': { channelId: 4711 },
  'invitation-streams-too-many': { max: 50 },
  'invitations-too-many': { max: 10_000 },
  'invitation-sent-too-often': { max: 100 },
  'topic-too-long': { lengthMax: 60 },
  'recipients-too-many': { max: 200 },
  'recipient-email-unknown': { email: 'nobody@example.com' },
  'recipient-id-unknown': { userId: 4711 },
  'recipient-deactivated': { email: 'iago@example.com' },
  'channel-post-unsubscribed': { name: 'secret' },
  'edit-too-often': { max: 1000 },
  'person-changed-too-often': { max: 4000 },
  'emoji-unknown': { name: 'blorp' },
  'realm-emoji-too-many': { max: 500, of: 'organization' },
  'submessages-too-many': { max: 100 },
  'submessages-too-long': { lengthMax: 20_000 },
  'reactions-too-many': { max: 1000 },
  'presence-missing': { user: 'iago@example.com' },
  'narrow-invalid': { desc: 'unknown operator' },
  'alert-words-too-many': { max: 100 },
  'flagged-too-many': { max: 10_000 },
  'topic-unknown': { topic: 'nothing' },
  'channel-unknown': { name: 'nowhere' },
  'channel-name-invalid': { name: ' ' },
  'channel-name-too-long': { lengthMax: 60 },
  'channel-description-too-long': { lengthMax: 1024 },
  'subscriptions-too-many': { max: 250_000 },
  'left-too-often': { max: 500, userId: 12, name: 'general' },
  'subscriptions-ended-too-many': { max: 20_000, userId: 12 },
  'channels-too-many': { max: 10_000, ever: false },
  'channel-descriptions-too-long': { lengthMax: 4_194_304 },
  'channel-inaccessible': { names: ['secret'] },
  'channel-name-taken': { name: 'general' },
  'default-channels-too-many': { max: 50 },
  'default-group-missing': { groupId: 4711 },
  'default-group-name-invalid': { name: '' },
  'default-group-name-too-long': { lengthMax: 60 },
  'default-group-name-taken': { name: 'Design' },
  'default-group-name-same': { name: 'Design' },
  'default-group-description-too-long': { lengthMax: 1024 },
  'default-group-channel-default': { channel: 'general', group: 'Design' },
  'default-group-channel-present': { channel: 'drafts', group: 'Design' },
  'default-group-channel-absent': { channel: 'drafts', group: 'Design' },
  'default-groups-too-many': { max: 50 },
  'default-group-channels-too-many': { max: 50 },
  'principal-unknown': { principal: 'nobody@example.com' },
  'not-subscribed': { channelId: 1 },
  'mute-channel-name-unknown': { name: 'nowhere' },
  'email-not-admitted': { email: 'iago@elsewhere.example' },
  'email-taken': { email: 'iago@example.com' },
  'bot-default-channel-unknown': { name: 'lunch' },
  'bots-with-defaults-too-many': { of: 'owner', max: 20 },
  'bots-too-many': { max: 100, ever: false },
  'users-too-many': { max: 100_000 },
  'profile-field-missing': { fieldId: 4711 },
  'profile-field-value': { detail: 'Phone is not a string' },
  'profile-field-data': { detail: 'Field must have at least one choice.' },
  'profile-fields-too-many': { max: 100 },
  'notification-sound-unknown': { sound: 'gong' },
  'domain-taken': { domain: 'example.com' },
  'domain-missing': { domain: 'example.com' },
  'domains-too-many': { max: 100 },
  'storage-key-invalid': { bytesMax: 255 },
  'storage-full': { beyond: 20, bytesMax: 262_144 },
  'storage-keys-too-many': { max: 500 },
  'linkifier-invalid': { field: 'url_format_string', detail: 'Invalid URL format string.' },
  'linkifiers-too-many': { max: 50 },
  'user-group-name-taken': { name: 'designers' },
  'user-group-text-too-long': { parameter: 'name', lengthMax: 100 },
  'user-group-members-too-many': { max: 500 },
  'user-groups-too-many': { max: 500 },
  'user-group-already-member': { userId: UserId.parse(10) },
  'user-group-no-such-member': { userId: UserId.parse(10) },
  'subdomain-taken': { subdomain: 'example' },
  'queue-missing': { queueId: QueueId.parse(queueIdExample) },
  'muted-topics-too-many': { max: 5000 },
  'queues-too-many': { of: 'user', max: 4000 },
  'schedule-too-far': { daysMax: 366 },
  'schedule-too-many': { max: 100, of: 'user' },
  'files-too-many': { max: 5_000, of: 'user' },
  'file-quota': { of: 'user' },
  'audit-reason-too-long': { lengthMax: 500 },
  'audit-parameters-too-long': { bytesMax: 16_384 },
  'auditors-too-many': { max: 100 },
  unavailable: { detail: '' },
};

const isWithFields = (code: RefusalCode): code is WithFields => Object.hasOwn(fieldsOf, code);

const refusalExample = (code: RefusalCode): ErrorExample =>
  problemOfRefusal({ code, ...(isWithFields(code) ? fieldsOf[code] : {}) } as Refusal);

const ofAuthentication: readonly ErrorExample[] = [noHeader, wrongKey, deactivated, notBasic];
const ofWebhookKeys: readonly ErrorExample[] = [missing('api_key'), wrongKeyOfWebhook, deactivated];
const ofBodies: readonly ErrorExample[] = [tooLarge(1_048_576).problem, unsupported('Unsupported media type').problem];
const always: readonly ErrorExample[] = [
  invalid('The Host header is not valid'),
  { status: 500, msg: 'Internal server error' },
  unavailable,
];

export function errorExamples(endpoint: AnyEndpoint): readonly ErrorExample[] {
  const codes = new Set([
    ...(endpoint.commands ?? []).flatMap(({ refusals }) => refusals),
    ...(endpoint.commands ? (['too-large'] as const) : []),
    ...(endpoint.refusals ?? []),
    ...(endpoint.privileged || isViewable(endpoint) ? recordAccess.refusals : []),
  ]);
  return [
    ...[...codes].map(refusalExample),
    ...(endpoint.errors ?? []),
    ...(isViewable(endpoint) ? ofLooks : [readOnlyPast]),
    ...parameterErrors(endpoint),
    ...(endpoint.access === 'user' ? ofAuthentication : []),
    ...(endpoint.access === 'user' && !endpoint.incomingWebhookBots ? [webhooksOnly] : []),
    ...(endpoint.access === 'key' ? ofWebhookKeys : []),
    ...(endpoint.access === 'anyone' ? [] : [exceeded(12.5)]),
    ...(endpoint.method === 'GET' ? [] : ofBodies),
    ...always,
  ];
}

function parameterErrors({ parameters, aliases }: AnyEndpoint): ErrorExample[] {
  const fields = Object.entries(parameters.shape);
  const required = fields.find(([, field]) => !field.safeParse(undefined).success)?.[0];
  return [
    ...(required === undefined ? [] : [missing(required)]),
    ...fields.slice(0, 1).map(([name]) => badValue(name, 'x')),
    ...Object.entries(aliases ?? {}).map(([alias, name]) => confusing(name, alias)),
  ];
}
