/**
 * POST /audit/holds: from now on, everything that the hold covers stays in the log, whoever deletes it. Only auditors learn of the hold.
 */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import { ascending } from '../../src/vocabulary/ascending.ts';
import { AuditRequest } from '../../src/vocabulary/events/audit.ts';
import type { EventId, HoldId } from '../../src/vocabulary/ids.ts';
import { ChannelId, idNamed, UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { earlierDecision } from '../rules/auditors.ts';
import {
  holderRefusal,
  holderRefusals,
  nameRefusal,
  nameRefusals,
  scopeRefusal,
  scopeRefusals,
} from '../rules/holds.ts';

export const placeHold = defineCommand({
  name: 'place-hold',
  input: z.object({
    name: z.string(),
    reason: z.string(),
    userIds: z.array(idNamed(UserId)),
    channelIds: z.array(idNamed(ChannelId)),
    since: z.int().nullable(),
    until: z.int().nullable(),
    request: AuditRequest.optional(),
  }),
  refusals: [...holderRefusals, 'audit-key-reused', ...nameRefusals, ...scopeRefusals, 'holds-too-many'],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { name, reason, request, ...scope }, { realmId, actor, generate }) {
    const refusal = holderRefusal(state, actor, reason);
    if (refusal) return refuse(refusal);
    const earlier = earlierDecision(state, request);
    if (earlier) return earlier;
    const bad = nameRefusal(name) ?? scopeRefusal(state, scope);
    if (bad) return refuse(bad);
    if (state.holds.byId.size >= limits.holdsMax) return refuse({ code: 'holds-too-many', max: limits.holdsMax });
    const eventId: EventId = generate.eventId();
    const data = {
      ...scope,
      holdId: (state.holds.holdIdMax + 1) as HoldId,
      name: name.trim(),
      reason,
      userIds: ascending(scope.userIds),
      channelIds: ascending(scope.channelIds),
      ...(request && { request }),
    };
    return accept(
      [{ stream: logStream.audit(realmId), events: [{ type: 'HoldPlaced', data } as const], ids: [eventId] }],
      { eventId },
    );
  },
});
