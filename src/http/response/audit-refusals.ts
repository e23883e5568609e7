/** The answers to the refusals of the audit API, which are a part of the table in `refusals.ts`. */
import { missing as missingParameter } from '../request/parameter-errors.ts';
import { type Problem, type ProblemsOf, refused } from './problem.ts';

type AuditCode = `${'audit' | 'hold' | 'erasure' | 'export' | 'sink'}${string}` | 'under-legal-hold';

/** The caller does not have the required role. */
const forbidden = (msg: string): Problem => ({ status: 403, code: 'UNAUTHORIZED_PRINCIPAL', msg });
const missing = (msg: string): Problem => ({ status: 404, code: 'NOT_FOUND', msg });

export const auditProblems: ProblemsOf<AuditCode> = {
  'auditor-required': () => forbidden('Must be an auditor'),
  'auditor-or-owner-required': () => forbidden('Must be an auditor or an organization owner'),
  'audit-owner-required': () => forbidden('Must be an organization owner'),
  'audit-reason-missing': () => missingParameter('reason'),
  'audit-reason-too-long': ({ lengthMax }) => refused(`reason is too long (limit: ${lengthMax} characters)`),
  'audit-parameters-too-long': ({ bytesMax }) =>
    refused(`The parameters are too long to be recorded (limit: ${bytesMax} bytes)`),
  'audit-key-reused': () => ({
    status: 422,
    code: 'IDEMPOTENCY_KEY_REUSED',
    msg: 'This Idempotency-Key was used for another request',
  }),
  'auditor-unknown-user': () => missing('No such user'),
  'auditor-ineligible': () =>
    refused('user_id: guests, webhook bots, and bots of others than owners cannot be auditors'),
  'auditor-deactivated': () => refused('user_id: User is deactivated'),
  'auditor-already': () => refused('user_id: This user is an auditor already'),
  'auditor-missing': () => missing('No such auditor'),
  'auditors-too-many': ({ max }) => refused(`An organization has at most ${max} auditors`),
  'erasure-basis-missing': () => refused('basis cannot be blank.'),
  'erasure-basis-too-long': ({ lengthMax }) => refused(`basis is too long (limit: ${lengthMax} characters)`),
  'erasure-of-nothing': () => refused("An erasure needs one of 'message_ids', 'user_id' and 'stream_id'"),
  'erasure-messages-too-many': ({ max }) => refused(`message_ids is too long (limit: ${max} items)`),
  'erasure-message-unknown': ({ messageId }) => refused(`message_ids: No such message: ${messageId}`),
  'erasure-user-unknown': () => missing('No such user'),
  'erasure-user-active': () => refused('user_id: deactivate the user first'),
  'erasure-under-way': () => refused('User is being erased'),
  'erasure-channel-unknown': () => missing('No such stream'),
  'erasures-too-many': ({ max }) => refused(`At most ${max} erasures can be under way`),
  'erasure-missing': () => missing('No such erasure'),
  'erasure-not-completed': () => missing('The erasure is not completed'),
  'erasure-own': () => forbidden('Another auditor must approve it'),
  'erasure-begun': () => refused('The erasure needs no further approval'),
  'export-names-too-many': ({ parameter, max }) => refused(`${parameter} is too long (limit: ${max} items)`),
  'export-topic-too-long': ({ max }) => refused(`topics: a topic is too long (limit: ${max} characters)`),
  'export-user-unknown': ({ userId }) => refused(`user_ids: No such user: ${userId}`),
  'export-channel-unknown': ({ channelId }) => refused(`stream_ids: No such stream: ${channelId}`),
  'export-ends-before-it-begins': () => refused('until must be after since'),
  'exports-too-many': ({ max }) => refused(`At most ${max} exports can be under way`),
  'exports-kept-too-many': ({ max }) =>
    refused(`An organization has at most ${max} exports at a time: they go when they expire`),
  'export-missing': () => missing('No such export'),
  'export-not-ready': ({ state }) => ({
    status: 409,
    code: 'EXPORT_NOT_READY',
    msg: `The export has no file: ${state}`,
  }),
  'under-legal-hold': ({ holds }) => ({
    status: 409,
    code: 'UNDER_LEGAL_HOLD',
    msg: 'Something of it is under a legal hold',
    fields: { holds },
  }),
  'hold-name-blank': () => refused('name cannot be blank.'),
  'hold-name-too-long': ({ lengthMax }) => refused(`name is too long (limit: ${lengthMax} characters)`),
  'hold-of-nothing': () => refused("A hold needs 'user_ids' or 'stream_ids'"),
  'hold-names-too-many': ({ parameter, max }) => refused(`${parameter} is too long (limit: ${max} items)`),
  'hold-user-unknown': ({ userId }) => refused(`user_ids: No such user: ${userId}`),
  'hold-channel-unknown': ({ channelId }) => refused(`stream_ids: No such stream: ${channelId}`),
  'hold-ends-before-it-begins': () => refused('until must be after since'),
  'holds-too-many': ({ max }) => refused(`An organization has at most ${max} legal holds at a time`),
  'hold-custodians-too-many': ({ max }) =>
    refused(`user_ids: the legal holds of an organization name at most ${max} users together`),
  'sinks-too-many': ({ max }) => refused(`An organization has at most ${max} push sinks`),
  'sink-missing': () => missing('No such sink'),
  'sink-action-unknown': ({ action }) => refused(`actions: No such action: ${action}`),
  'sink-of-nothing': () => refused('actions cannot be empty.'),
  'sink-actions-too-many': ({ max }) => refused(`actions is too long (limit: ${max} items)`),
  'sink-url-with-password': () => refused('url cannot have a user name or a password'),
  'sink-changes-nothing': () => refused('Nothing to change'),
  'hold-missing': () => missing('No such hold'),
  'hold-changes-nothing': () => refused('Nothing to change'),
};
