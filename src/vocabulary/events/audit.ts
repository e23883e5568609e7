/**
 * Events of `audit-…`, one log stream per organization: appointments of auditors, their privileged requests, and sign-ins. They make no
 * client event, so that nobody who is audited learns of them.
 */
import { z } from 'zod';
import { EventId, UserId } from '../ids.ts';

/** Identifies a request with an `Idempotency-Key`, which is found again by the event that it made. Both values are hashes. */
export const AuditRequest = z.object({ key: z.string(), fingerprint: z.string() });
export type AuditRequest = z.infer<typeof AuditRequest>;

/** The causes of a dismissal other than a decision of an owner. */
export const dismissalCauses = ['role-changed', 'deactivated', 'bot-transferred', 'key-replaced'] as const;

/** The ways in which a user proved their identity. */
export const signInMethods = ['password', 'development', 'invitation', 'provider'] as const;

/** The network address of a client. */
const Address = z.string();

export const auditEvents = {
  AuditorAppointed: z.object({
    userId: UserId,
    reason: z.string(),
    /** For a bot: the appointment is valid from this generation of its key on, because others may know earlier keys. */
    keyGeneration: z.int().positive().optional(),
    /** For a bot: the event that replaces its key for the appointment. Without that event, the appointment is not valid. */
    keyRotation: EventId.optional(),
    request: AuditRequest.optional(),
  }),
  /** `why`: the reason given by an owner, or the cause that ended the appointment without an owner. */
  AuditorDismissed: z.object({
    userId: UserId,
    why: z.union([z.object({ reason: z.string() }), z.object({ cause: z.enum(dismissalCauses) })]),
  }),
  /** Somebody accessed data that only auditors, or auditors and owners, may see. Recorded before the answer. */
  AuditAccessed: z.object({
    userId: UserId.nullable(),
    /** The requested operation (`GET /audit/events`, `verbatim log`), and its parameters. */
    operation: z.string(),
    parameters: z.record(z.string(), z.json()),
    reason: z.string().nullable(),
    /** Whether what others wrote was requested. */
    content: z.boolean(),
    through: z.enum(['api', 'command line']),
    address: Address.optional(),
  }),
  /**
   * A user signed in: by a password, an invitation, an OpenID Connect provider, or on a development server without proof. `last`: further
   * sign-ins within the hour are not recorded.
   */
  SignedIn: z.object({
    userId: UserId,
    method: z.enum(signInMethods),
    address: Address,
    last: z.literal(true).optional(),
  }),
  /**
   * A password or an API key was wrong, or the account is deactivated. `userId` is null if nobody has the given e-mail address. An absent
   * `method` means a password.
   */
  SignInRefused: z.object({
    userId: UserId.nullable(),
    address: Address,
    method: z.literal('api_key').optional(),
    last: z.literal(true).optional(),
  }),
} as const;
