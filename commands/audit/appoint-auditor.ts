/**
 * POST /audit/auditors: an owner appoints an auditor, possibly themselves. If a bot is appointed, it gets a new key, which only its owner
 * knows.
 */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { isAuditor, mayBeAuditor } from '../../src/state/audit.ts';
import { AuditRequest } from '../../src/vocabulary/events/audit.ts';
import { idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { isSystemBot } from '../../src/vocabulary/system-bots.ts';
import { defineCommand } from '../define-command.ts';
import { earlierDecision, ownerRefusal, reasonRefusal, reasonRefusals } from '../rules/auditors.ts';
import { keyRotated } from '../rules/bots.ts';

export const appointAuditor = defineCommand({
  name: 'appoint-auditor',
  input: z.object({ userId: idNamed(UserId), reason: z.string(), request: AuditRequest.optional() }),
  refusals: [
    'audit-owner-required',
    ...reasonRefusals,
    'audit-key-reused',
    'auditor-unknown-user',
    'auditor-deactivated',
    'auditor-ineligible',
    'auditor-already',
    'auditors-too-many',
  ],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { userId, reason, request }, { realmId, actor, generate }) {
    const refusal = ownerRefusal(state, actor) ?? reasonRefusal(reason);
    if (refusal) return refuse(refusal);
    const { auditors } = state.audit;
    // The appointment is in the log, but the bot's new key is not. Another request replaced the key in between. So the bot is appointed again.
    const isBegun = auditors.get(userId)?.awaits !== undefined;
    const earlier = isBegun ? undefined : earlierDecision(state, request);
    if (earlier) return earlier;
    const account = state.directory.accounts.get(userId);
    if (!account || isSystemBot(account)) return refuse({ code: 'auditor-unknown-user' });
    if (!account.active) return refuse({ code: 'auditor-deactivated' });
    if (!mayBeAuditor(state.directory, account)) return refuse({ code: 'auditor-ineligible' });
    if (isAuditor(state, userId)) return refuse({ code: 'auditor-already' });
    if (auditors.size >= limits.auditorsMax && !auditors.has(userId))
      return refuse({ code: 'auditors-too-many', max: limits.auditorsMax });
    // A bot gets a new key, because other users may know the current one.
    const rotated = account.bot ? [keyRotated(account)] : [];
    const ids = rotated.map(() => generate.eventId());
    const key = rotated[0] && { keyGeneration: rotated[0].data.generation, keyRotation: ids[0] };
    const data = { userId, reason, ...key, ...(request && { request }) };
    return accept(
      [
        { stream: logStream.audit(realmId), events: [{ type: 'AuditorAppointed', data }] },
        { stream: logStream.directory(realmId), events: rotated, ids },
      ],
      {},
    );
  },
});
