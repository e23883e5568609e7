/** The auditors, the requests of the audit API that are known by their keys, and the number of sign-ins that were recorded in this hour. */
import type { StatePart } from '../define/handlers.ts';
import type { AuditRequest } from '../vocabulary/events/audit.ts';
import type { EventId, Millis, UserId } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { genericBot, guest, owner } from '../vocabulary/roles.ts';
import type { Account, Directory } from './directory.ts';

type Auditor = {
  /** For a bot: the appointment is valid from this generation of its key on. */
  readonly keyGeneration?: number | undefined;
  /** For a bot: the event that will replace its key. Until then somebody else may have the key. */
  readonly awaits?: EventId | undefined;
};

/** A request with an `Idempotency-Key`, and the event that it made. */
type KnownRequest = AuditRequest & { readonly eventId: EventId };

/** The number of records in the hour that began with the first of them. */
type HourCount = { readonly began: Millis; readonly count: number };

type SignIns = UserId | null | 'wrong keys';

export type Audit = {
  auditors: Map<UserId, Auditor>;
  /** By key, oldest first. */
  requests: Map<string, KnownRequest>;
  /** Sign-ins by user. `null`: failed sign-ins of all users. `'wrong keys'`: requests with wrong API keys. */
  signIns: Map<SignIns, HourCount>;
};

const hour = 60 * 60 * 1000;

export const auditState: StatePart<Audit> = {
  initial: () => ({ auditors: new Map(), requests: new Map(), signIns: new Map() }),
  on: {
    AuditorAppointed(event, audit) {
      const { userId, keyGeneration, keyRotation: awaits } = event.data;
      audit.auditors.set(userId, { keyGeneration, awaits });
      remember(event, audit);
    },
    ApiKeyRotated({ id, data: { userId } }, { auditors }) {
      const auditor = auditors.get(userId);
      if (auditor?.awaits === id) auditors.set(userId, { ...auditor, awaits: undefined });
    },
    ErasureRequested: remember,
    ExportRequested: remember,
    SinkAdded: remember,
    SinkRewound: remember,
    HoldPlaced: remember,
    AuditorDismissed: ({ data: { userId } }, { auditors }) => void auditors.delete(userId),
    SignedIn: ({ data: { userId }, metadata: { at } }, audit) => count(audit, userId, at),
    SignInRefused: ({ data: { method }, metadata: { at } }, audit) =>
      count(audit, method === 'api_key' ? 'wrong keys' : null, at),
  },
};

type Requested = { readonly id: EventId; readonly data: { readonly request?: AuditRequest | undefined } };

/** Must be called for each event of a request that may have a key. */
function remember({ id, data: { request } }: Requested, audit: Audit): void {
  if (!request) return;
  audit.requests.set(request.key, { ...request, eventId: id });
  for (const oldest of audit.requests.keys()) {
    if (audit.requests.size <= limits.auditRequestsKept) return;
    audit.requests.delete(oldest);
  }
}

/** What was recorded so far in the hour of `now`. */
export function countedIn({ signIns }: Audit, of: SignIns, now: Millis): HourCount {
  const last = signIns.get(of);
  return last && now - last.began < hour ? last : { began: now, count: 0 };
}

/** How many requests with a wrong API key were recorded in the hour of `now`. */
export const wrongKeysRecorded = (audit: Audit, now: Millis): number => countedIn(audit, 'wrong keys', now).count;

function count(audit: Audit, of: SignIns, at: Millis): void {
  const counted = countedIn(audit, of, at);
  audit.signIns.set(of, { ...counted, count: counted.count + 1 });
}

/** Whether the account may be an auditor: a person who is not a guest, or a generic bot of an owner. */
export function mayBeAuditor({ accounts }: Directory, { bot, role }: Account): boolean {
  if (bot === null) return role !== guest;
  const botOwner = bot.ownerId === null ? undefined : accounts.get(bot.ownerId);
  return bot.type === genericBot && botOwner?.role === owner && botOwner.active;
}

/** Whether the user is an auditor now. */
export function isAuditor(
  { audit, directory }: { readonly audit: Audit; readonly directory: Directory },
  userId: UserId,
): boolean {
  const account = directory.accounts.get(userId);
  const auditor = audit.auditors.get(userId);
  if (!account?.active || !auditor || auditor.awaits !== undefined) return false;
  return account.keyGeneration >= (auditor.keyGeneration ?? 0) && mayBeAuditor(directory, account);
}

/**
 * The reason why an appointment in the log is not valid: another process changed the account at the same moment. Undefined if it is valid, or
 * will be when the bot's key is replaced.
 */
export function lapseOf(
  { audit, directory }: { readonly audit: Audit; readonly directory: Directory },
  userId: UserId,
): 'deactivated' | 'role-changed' | undefined {
  const account = directory.accounts.get(userId);
  if (!account || !audit.auditors.has(userId)) return undefined;
  if (!account.active) return 'deactivated';
  return mayBeAuditor(directory, account) ? undefined : 'role-changed';
}

/** Whether a user may see the key of a bot. If the bot is an auditor, only its owner may. Administrators see the keys of all other bots. */
export const isKeyShownTo = (
  { audit, directory }: { readonly audit: Audit; readonly directory: Directory },
  botId: UserId,
  viewer: UserId,
): boolean => !audit.auditors.has(botId) || directory.accounts.get(botId)?.bot?.ownerId === viewer;
