/** POST /audit/erasures: requests an erasure of content, which runs in the background. */
import { z } from 'zod';
import { accept, refuse } from '../../src/define/command.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { codePoints } from '../../src/vocabulary/code-points.ts';
import { AuditRequest } from '../../src/vocabulary/events/audit.ts';
import { ErasureTarget } from '../../src/vocabulary/events/erasures.ts';
import type { ErasureId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { isSystemBot } from '../../src/vocabulary/system-bots.ts';
import { defineCommand } from '../define-command.ts';
import { earlierDecision } from '../rules/auditors.ts';
import { holderRefusal, holderRefusals } from '../rules/holds.ts';

const targetRefusals = [
  'erasure-of-nothing',
  'erasure-messages-too-many',
  'erasure-user-unknown',
  'erasure-user-active',
  'erasure-channel-unknown',
] as const;

/** Why nothing can be erased there. People must be deactivated first, so that nothing is added during the erasure. */
export function targetRefusal(
  { directory, channels }: RealmState,
  target: ErasureTarget,
): RefusalIn<typeof targetRefusals> | undefined {
  if (target.kind === 'messages') {
    const { length } = target.messageIds;
    if (length === 0) return { code: 'erasure-of-nothing' };
    return length > limits.erasedPartMax ? { code: 'erasure-messages-too-many', max: limits.erasedPartMax } : undefined;
  }
  if (target.kind === 'channel')
    return channels.byId.has(target.channelId) ? undefined : { code: 'erasure-channel-unknown' };
  // Only retention erases private messages by their age.
  if (target.kind === 'private') return { code: 'erasure-of-nothing' };
  const account = directory.accounts.get(target.userId);
  if (!account || isSystemBot(account)) return { code: 'erasure-user-unknown' };
  return account.active ? { code: 'erasure-user-active' } : undefined;
}

export const requestErasure = defineCommand({
  name: 'request-erasure',
  input: z.object({
    reason: z.string(),
    basis: z.string(),
    target: ErasureTarget,
    needsApproval: z.boolean(),
    /** The names of the holds that cover something of the target. */
    heldBy: z.array(z.string()),
    request: AuditRequest.optional(),
  }),
  refusals: [
    ...holderRefusals,
    'audit-key-reused',
    'erasure-basis-missing',
    'erasure-basis-too-long',
    ...targetRefusals,
    'under-legal-hold',
    'erasures-too-many',
  ],
  stream: (_input, realmId) => logStream.audit(realmId),
  decide(state, { request, heldBy, ...asked }, { realmId, actor, generate }) {
    const refusal = holderRefusal(state, actor, asked.reason);
    if (refusal) return refuse(refusal);
    const earlier = earlierDecision(state, request);
    if (earlier) return earlier;
    if (asked.basis.trim() === '') return refuse({ code: 'erasure-basis-missing' });
    if (codePoints(asked.basis) > limits.erasureBasisLengthMax)
      return refuse({ code: 'erasure-basis-too-long', lengthMax: limits.erasureBasisLengthMax });
    const bad = targetRefusal(state, asked.target);
    if (bad) return refuse(bad);
    if (heldBy.length > 0) return refuse({ code: 'under-legal-hold', holds: heldBy });
    if (state.erasures.byId.size >= limits.erasuresUnderWayMax)
      return refuse({ code: 'erasures-too-many', max: limits.erasuresUnderWayMax });
    const eventId = generate.eventId();
    const erasureId = (state.erasures.erasureIdMax + 1) as ErasureId;
    const data = { erasureId, ...asked, ...(request && { request }) };
    return accept(
      [{ stream: logStream.audit(realmId), events: [{ type: 'ErasureRequested', data } as const], ids: [eventId] }],
      { eventId },
    );
  },
});
