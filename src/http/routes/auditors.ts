/** The users who may look at what others did. */
import { z } from 'zod';
import { appointAuditor } from '../../../commands/audit/appoint-auditor.ts';
import { dismissAuditor } from '../../../commands/audit/dismiss-auditor.ts';
import { auditorsOf } from '../../queries/auditors.ts';
import { UserId } from '../../vocabulary/ids.ts';
import { Auditor } from '../../wire/auditor.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { auditRequestOf } from '../request/idempotency-key.ts';
import { id, pathId } from '../request/parameters.ts';
import { forAuditorsAndOwners, reasonOf, reasonParameter } from '../request/privileged.ts';
import { listParameters, pageOf } from './shared/list-parameters.ts';

const getAuditors = defineEndpoint({
  id: 'getAuditors',
  route: 'GET /audit/auditors',
  summary: 'List auditors',
  description:
    'Returns all auditors: users who may read what others did and wrote. For auditors and owners. The request is recorded.',
  privileged: () => forAuditorsAndOwners,
  parameters: z.object({ ...listParameters, reason: reasonParameter }),
  response: z.object({ auditors: z.array(Auditor), next_cursor: z.int().nullable() }),
  example: {
    auditors: [
      {
        user_id: 10,
        full_name: 'Iago',
        appointed_by: 1,
        appointed_at: '2026-11-22T14:34:00.123Z',
        reason: 'Annual review',
      },
    ],
    next_cursor: null,
  },
  async handle({ realmId, parameters }, services) {
    const all = await services.read((view) => auditorsOf(view, realmId));
    const { page: auditors, next_cursor } = pageOf(all, ({ user_id }) => user_id, parameters);
    return { auditors, next_cursor };
  },
});

const postAuditor = defineChange({
  id: 'appointAuditor',
  route: 'POST /audit/auditors',
  summary: 'Appoint an auditor',
  description:
    'Makes a user an auditor, who may read what others did and wrote. Owners may appoint themselves. A bot must be a generic bot of an owner; it gets a new API key, which only its owner sees. For owners.',
  idempotent: true,
  parameters: z.object({ user_id: described(id(UserId), 'The id of the user.', 10), reason: reasonParameter }),
  commands: [appointAuditor],
  async handle(call, services) {
    const input = { userId: call.parameters.user_id, reason: reasonOf(call) ?? '' };
    const request = auditRequestOf(call, 'appointAuditor', input);
    await services.run(appointAuditor, { ...input, request }, call);
  },
});

const deleteAuditor = defineChange({
  id: 'dismissAuditor',
  route: 'DELETE /audit/auditors/:user_id',
  summary: 'Dismiss an auditor',
  description: 'Ends an appointment. For owners.',
  parameters: z.object({ user_id: described(pathId(UserId), 'The id of the auditor.', 10), reason: reasonParameter }),
  commands: [dismissAuditor],
  handle: (call, services) =>
    services.run(dismissAuditor, { userId: call.parameters.user_id, reason: reasonOf(call) ?? '' }, call),
});

export const auditors = [getAuditors, postAuditor, deleteAuditor];
