/** Rules of the audit API: permissions, reasons, and repeated requests. */
import { type Actor, accept, refuse } from '../../src/define/command.ts';
import { isAuditor } from '../../src/state/audit.ts';
import { botsOf, isActive } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { codePoints } from '../../src/vocabulary/code-points.ts';
import type { AuditRequest, dismissalCauses } from '../../src/vocabulary/events/audit.ts';
import type { DomainEvent } from '../../src/vocabulary/events/index.ts';
import type { UserId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { owner } from '../../src/vocabulary/roles.ts';
import { accountOf, actsAsOwner } from './acting.ts';

export const auditorRefusal = (state: RealmState, actor: Actor): RefusalIn<['auditor-required']> | undefined =>
  actor === null || isAuditor(state, actor) ? undefined : { code: 'auditor-required' };

/** A bot does not count as an owner, whatever its role. */
export function auditorOrOwnerRefusal(
  state: RealmState,
  actor: Actor,
): RefusalIn<['auditor-or-owner-required']> | undefined {
  const may = actor === null || isAuditor(state, actor) || ownerRefusal(state, actor) === undefined;
  return may ? undefined : { code: 'auditor-or-owner-required' };
}

/** A bot does not count as an owner, whatever its role. */
export const ownerRefusal = (state: RealmState, actor: Actor): RefusalIn<['audit-owner-required']> | undefined =>
  actsAsOwner(state, actor) && !accountOf(state, actor)?.bot ? undefined : { code: 'audit-owner-required' };

export const reasonRefusals = ['audit-reason-missing', 'audit-reason-too-long'] as const;

export function reasonRefusal(reason: string): RefusalIn<typeof reasonRefusals> | undefined {
  if (reason.trim() === '') return { code: 'audit-reason-missing' };
  if (codePoints(reason) > limits.auditReasonLengthMax)
    return { code: 'audit-reason-too-long', lengthMax: limits.auditReasonLengthMax };
  return undefined;
}

/** The decision if there was an earlier request under the same key: its event, or a refusal if that request was different. */
export function earlierDecision({ audit }: RealmState, request: AuditRequest | undefined) {
  const known = request && audit.requests.get(request.key);
  if (!known) return undefined;
  if (known.fingerprint !== request.fingerprint) return refuse({ code: 'audit-key-reused' });
  return accept([], { eventId: known.eventId });
}

/**
 * The append that ends the appointments of `userIds`. It precedes the change that causes it. So nobody who was demoted stays an auditor if
 * the rest of the request fails.
 */
export function dismissals(
  { realmId, audit, directory }: RealmState,
  userIds: readonly UserId[],
  cause: (typeof dismissalCauses)[number],
) {
  const appointed = userIds.filter((userId) => audit.auditors.has(userId) && isActive(directory, userId));
  const events = appointed.map(
    (userId): DomainEvent => ({ type: 'AuditorDismissed', data: { userId, why: { cause } } }),
  );
  return { stream: logStream.audit(realmId), events };
}

export const withBots = ({ directory }: RealmState, userId: UserId): UserId[] => [
  userId,
  ...botsOf(directory, userId).map((bot) => bot.userId),
];

/** Whether a role has fewer rights than another. A higher code has fewer rights. */
const isDemotion = (from: number, to: number): boolean => to > from;

/** Bots can be auditors only as long as they belong to an owner. */
export const endedByRole = (state: RealmState, userId: UserId, from: number, to: number): UserId[] => {
  if (!isDemotion(from, to)) return [];
  return from === owner ? withBots(state, userId) : [userId];
};
