/**
 * Events of `audit-…`, one log stream per organization: who may look at what others did, who has looked, and who has signed in. They make
 * no client event, so that nobody who is audited learns of them.
 */
import { z } from 'zod';
import { EventId, UserId } from '../ids.ts';

/** What a request with an `Idempotency-Key` was: found again in the event that it made. Both are hashes. */
export const AuditRequest = z.object({ key: z.string(), fingerprint: z.string() });
export type AuditRequest = z.infer<typeof AuditRequest>;

/** Why somebody ceased to be an auditor other than by an owner's word. */
export const dismissalCauses = ['role-changed', 'deactivated', 'bot-transferred', 'key-replaced'] as const;

/** How somebody proved who they are. */
export const signInMethods = ['password', 'development', 'invitation', 'provider'] as const;

/** The network address of a client. */
const Address = z.string();

export const auditEvents = {
  AuditorAppointed: z.object({
    userId: UserId,
    reason: z.string(),
    /** For a bot: the appointment counts from this generation of its key on. Others may know the earlier ones. */
    keyGeneration: z.int().positive().optional(),
    /** For a bot: the event that replaces its key for the appointment. Without that event, it does not count. */
    keyRotation: EventId.optional(),
    request: AuditRequest.optional(),
  }),
  /** `why`: an owner's word, or what ended the appointment by itself. */
  AuditorDismissed: z.object({
    userId: UserId,
    why: z.union([z.object({ reason: z.string() }), z.object({ cause: z.enum(dismissalCauses) })]),
  }),
  /** Somebody looked at what only auditors, or auditors and owners, may see. Recorded before it is answered. */
  AuditAccessed: z.object({
    userId: UserId.nullable(),
    /** What was asked: the operation (`GET /audit/events`, `verbatim log`), and its parameters. */
    operation: z.string(),
    parameters: z.record(z.string(), z.json()),
    reason: z.string().nullable(),
    /** Whether what others wrote was asked for. */
    content: z.boolean(),
    through: z.enum(['api', 'command line']),
    address: Address.optional(),
  }),
  /** A password was right, an invitation accepted, an OpenID Connect provider vouched, or on a development server none was asked for. `last`: further ones within the hour are not recorded. */
  SignedIn: z.object({
    userId: UserId,
    method: z.enum(signInMethods),
    address: Address,
    last: z.literal(true).optional(),
  }),
  /**
   * A password or an API key was wrong, or the account is deactivated. `userId` null: nobody has the e-mail address that was given. `method` absent:
   * a password.
   */
  SignInRefused: z.object({
    userId: UserId.nullable(),
    address: Address,
    method: z.literal('api_key').optional(),
    last: z.literal(true).optional(),
  }),
} as const;
