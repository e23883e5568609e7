/** Erasure of content: preview, request, approval, progress and certificate. */
import { z } from 'zod';
import { approveErasure } from '../../../commands/erasure/approve-erasure.ts';
import { requestErasure, targetRefusal } from '../../../commands/erasure/request-erasure.ts';
import { assertMessagesKnown } from '../../queries/erasable.ts';
import { certificateOf, erasureAskedBy, erasureOf, erasuresOf } from '../../queries/erasures.ts';
import { ChannelId, ErasureId, MessageId, UserId } from '../../vocabulary/ids.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { Certificate, Erasure } from '../../wire/erasure.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { auditRequestOf } from '../request/idempotency-key.ts';
import { isoTime } from '../request/iso-time.ts';
import { boolean, id, json, pathId, quotable } from '../request/parameters.ts';
import { forAuditorsWithReason, reasonOf, reasonParameter } from '../request/privileged.ts';
import { holdsOver, previewOf, targetOf } from './shared/erasure-target.ts';
import { listParameters } from './shared/list-parameters.ts';

const erasureId = described(pathId(ErasureId), 'The id of the erasure.', 1);
const target = { user_id: 10 };
const example = {
  id: 1,
  state: 'completed' as const,
  reason: 'Request of 2026-11-20',
  basis: 'GDPR 17(1)(b)',
  target,
  requested_by: 11,
  retention_days: null,
  requested_at: '2026-11-22T14:34:00.123Z',
  approved_by: null,
  messages: 211,
  events: 230,
  bytes: 48_211,
  held: 0,
  completed_at: '2026-11-22T14:35:00.456Z',
};
const { messages, events, bytes, reason, basis, requested_by, retention_days, approved_by } = example;
const certificate = {
  event_id: '0193a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
  at: '2026-11-22T14:35:00.456Z',
  erasure_id: 1,
  reason,
  basis,
  target,
  requested_by,
  retention_days,
  approved_by,
  messages,
  events,
  bytes,
  files: 3,
  held: 0,
  proof: null,
};
const privileged = () => forAuditorsWithReason;

const postErasure = defineEndpoint({
  id: 'requestErasure',
  route: 'POST /audit/erasures',
  summary: 'Erase content',
  description:
    'Erases content in the background: single messages; everything of a deactivated user (messages, uploads, name and address); or the messages of a stream or topic. With `preview`, it returns what would be erased, and erases nothing. For auditors.',
  idempotent: true,
  runsInBackground: ({ preview }) => !preview,
  // The holds are read before the command decides, so that the caller is checked first.
  privileged,
  parameters: z.object({
    basis: described(quotable().optional(), 'The legal basis. Required without `preview`.', 'GDPR 17(1)(b)'),
    preview: described(boolean().default(false), 'If true, only count what would be erased.', true),
    message_ids: described(json(z.array(MessageId)).optional(), 'The ids of the messages.', [42, 43]),
    user_id: described(id(UserId).optional(), 'The id of a deactivated user, of whom everything is erased.', 10),
    stream_id: described(id(ChannelId).optional(), 'The id of a stream whose messages are erased.', 7),
    topic: described(quotable().optional(), 'Only messages in this topic of the stream.', 'lunch'),
    until: described(
      isoTime().optional(),
      'Only messages of the stream that were sent before this time.',
      '2026-01-01',
    ),
    reason: reasonParameter,
  }),
  response: z.object({
    id: z.int().optional(),
    state: Erasure.shape.state.optional(),
    messages: z.int().optional(),
    events: z.int().optional(),
    bytes: z.int().optional(),
    held: z
      .int()
      .optional()
      .describe('How many of them, and of the deleted messages that are kept, are under a legal hold'),
  }),
  example: { id: 1, state: 'running' },
  commands: [requestErasure],
  refusals: ['erasure-message-unknown'],
  async handle(call, services) {
    const { basis: given = '', preview, ...named } = call.parameters;
    const input = { reason: reasonOf(call) ?? '', basis: given, target: targetOf(named) };
    const refusal = targetRefusal(services.realm(call.realmId), input.target);
    // `targetRefusal` has limited the number of messages that are read here.
    if (!refusal) await services.read((view) => assertMessagesKnown(view, call.realmId, input.target));
    if (preview) {
      if (refusal && refusal.code !== 'erasure-user-active') throw new Refused(refusal);
      return previewOf(services, call, input.target);
    }
    const needsApproval = services.config.erasureApprovals > 1;
    const request = auditRequestOf(call, 'requestErasure', input);
    const heldBy = await holdsOver(services, call, input.target);
    const { result } = await services.run(requestErasure, { ...input, needsApproval, heldBy, request }, call);
    const row = await services.read((view) => erasureAskedBy(view, call.realmId, result.eventId));
    return { id: row.id, state: row.state };
  },
});

const getErasures = defineEndpoint({
  id: 'getErasures',
  route: 'GET /audit/erasures',
  summary: 'List erasures',
  description: 'Returns all erasures by id. For auditors. The request is recorded.',
  privileged,
  parameters: z.object({ ...listParameters, reason: reasonParameter }),
  response: z.object({ erasures: z.array(Erasure), next_cursor: z.int().nullable() }),
  example: { erasures: [example], next_cursor: null },
  handle: ({ realmId, parameters: { cursor = 0, limit = 100 } }, services) =>
    services.read((view) => erasuresOf(view, realmId, { cursor, limit })),
});

const getErasure = defineEndpoint({
  id: 'getErasure',
  route: 'GET /audit/erasures/:erasure_id',
  summary: 'Get an erasure',
  description: 'Returns an erasure and its progress. For auditors. The request is recorded.',
  privileged,
  parameters: z.object({ erasure_id: erasureId, reason: reasonParameter }),
  response: z.object({ erasure: Erasure }),
  example: { erasure: example },
  refusals: ['erasure-missing'],
  handle: ({ realmId, parameters }, services) =>
    services.read(async (view) => ({ erasure: await erasureOf(view, realmId, parameters.erasure_id) })),
});

const getCertificate = defineEndpoint({
  id: 'getErasureCertificate',
  route: 'GET /audit/erasures/:erasure_id/certificate',
  summary: 'Get the certificate of an erasure',
  description:
    'Returns the certificate: what was erased, who requested it, and on which legal basis. For auditors. The request is recorded.',
  privileged,
  parameters: z.object({ erasure_id: erasureId, reason: reasonParameter }),
  response: z.object({ certificate: Certificate }),
  example: { certificate },
  refusals: ['erasure-missing', 'erasure-not-completed'],
  handle: ({ realmId, parameters }, services) =>
    services.read(async (view) => ({
      certificate: await certificateOf(view, realmId, services.events, parameters.erasure_id),
    })),
});

const postApproval = defineChange({
  id: 'approveErasure',
  route: 'POST /audit/erasures/:erasure_id/approve',
  summary: 'Approve an erasure',
  description:
    'Approves an erasure that another auditor requested, if the service requires two auditors. The erasure then begins. An erasure that has begun cannot be approved again. For auditors.',
  parameters: z.object({ erasure_id: erasureId, reason: reasonParameter }),
  commands: [approveErasure],
  handle: (call, services) =>
    services.run(approveErasure, { erasureId: call.parameters.erasure_id, reason: reasonOf(call) ?? '' }, call),
});

export const erasures = [postErasure, getErasures, getErasure, getCertificate, postApproval];
