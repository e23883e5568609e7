/**
 * Records that a user is about to see data that only auditors, or only auditors and owners, may see. A user without permission is refused
 * here.
 */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { auditorOrOwnerRefusal, auditorRefusal, reasonRefusal, reasonRefusals } from '../rules/auditors.ts';

/** Who may call, and whether they must give a reason. `content`: whether the answer contains what others wrote. */
export const Privilege = z.object({
  by: z.enum(['auditors', 'auditors-and-owners']),
  reason: z.enum(['required', 'optional']),
  content: z.boolean(),
});
export type Privilege = z.infer<typeof Privilege>;

export const recordAccess = defineCommand({
  name: 'record-access',
  input: z.object({
    privilege: Privilege,
    operation: z.string(),
    parameters: z.record(z.string(), z.json()),
    reason: z.string().nullable(),
    through: z.enum(['api', 'command line']),
    address: z.string().optional(),
  }),
  refusals: ['auditor-required', 'auditor-or-owner-required', ...reasonRefusals, 'audit-parameters-too-long'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { privilege, reason, ...asked }, { realmId, actor, generate }) {
    const mayNot = privilege.by === 'auditors' ? auditorRefusal(state, actor) : auditorOrOwnerRefusal(state, actor);
    if (mayNot) return refuse(mayNot);
    const badReason = reason === null && privilege.reason === 'optional' ? undefined : reasonRefusal(reason ?? '');
    if (badReason) return refuse(badReason);
    if (Buffer.byteLength(JSON.stringify(asked.parameters)) > limits.accessBytesMax)
      return refuse({ code: 'audit-parameters-too-long', bytesMax: limits.accessBytesMax });
    const eventId = generate.eventId();
    const data = { userId: actor, ...asked, reason, content: privilege.content };
    return accept([{ stream: logStream.audit(realmId), events: [{ type: 'AuditAccessed', data }], ids: [eventId] }], {
      eventId,
    });
  },
});
