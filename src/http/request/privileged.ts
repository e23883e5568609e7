/**
 * Privileged reads. An endpoint that declares `privileged` answers only auditors, or only auditors and owners. An event in the log records
 * each request before the handler is called. If the log cannot append the event, the answer is 503.
 *
 * The reason is in the parameter `reason` or in the header `Audit-Reason`. An endpoint of the audit API declares the parameter:
 *
 *     parameters: z.object({ …, reason: reasonParameter }),
 *     privileged: () => forAuditors,
 */
import type { z } from 'zod';
import { type Privilege, recordAccess } from '../../../commands/audit/record-access.ts';
import type { CommandResult } from '../../define/command.ts';
import type { Admitted, Call, Privileged } from '../../define/endpoint.ts';
import { isAuditor } from '../../state/audit.ts';
import type { EventId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import type { AnyEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { ProblemError } from '../response/problem.ts';
import type { By, Services } from '../services.ts';
import { invalid } from './parameter-errors.ts';
import { quotable } from './parameters.ts';

export const reasonHeader = 'Audit-Reason';

/** For what others wrote: only auditors, with a reason. */
export const forAuditors: Privileged = { by: 'auditors', reason: 'required', content: true };
/** For what auditors do to content, without showing it. */
export const forAuditorsWithReason: Privileged = { by: 'auditors', reason: 'required', content: false };
/** For data about events, without content. */
export const forAuditorsOnRecord: Privileged = { by: 'auditors', reason: 'optional', content: false };
/** For what was done, without content: auditors and owners. */
export const forAuditorsAndOwners: Privileged = { by: 'auditors-and-owners', reason: 'optional', content: false };

/** The parameter `reason`. It is optional here, because recording the access decides whether it is required. */
export const reasonParameter = described(
  quotable().optional(),
  `The reason, which is recorded: 1 to ${limits.auditReasonLengthMax} characters. The header \`${reasonHeader}\` does the same.`,
  'Case 4711',
);

type RecordsAccess = {
  readonly run: (
    command: typeof recordAccess,
    input: z.output<(typeof recordAccess)['input']>,
    by: By,
  ) => Promise<{ result: CommandResult<typeof recordAccess>; position: number }>;
};

type Caller = Pick<
  Call<unknown>,
  'realmId' | 'userId' | 'client' | 'requestId' | 'headers' | 'address' | 'parameters' | 'charge'
>;

/**
 * The reason of a request, from its parameter or from the header in UTF-8. Null if both are missing. Throws a 400 if both are present and
 * differ.
 */
export function reasonOf({ headers, parameters }: Pick<Caller, 'headers' | 'parameters'>): string | null {
  const { reason: parameter } = parameters as { readonly reason?: string | undefined };
  const sent = headers[reasonHeader.toLowerCase()];
  const header = sent === undefined ? undefined : Buffer.from(sent, 'latin1').toString('utf8');
  if (header !== undefined && parameter !== undefined && header !== parameter)
    throw new ProblemError(invalid(`reason differs from the header ${reasonHeader}`));
  return parameter ?? header ?? null;
}

export type Access = {
  readonly privilege: Privilege;
  /** For example `GET /audit/events`. */
  readonly operation: string;
  /** Every parameter as it was sent, except secrets. */
  readonly parameters: Readonly<Record<string, string>>;
};

/**
 * Records the caller's access. Resolves once the record is durable. Throws a 403 for a caller without permission, a 400 for a missing
 * reason, and a 503 if the log is out of reach. Must be called before anything is read for the answer.
 */
export async function recordedAccess(
  call: Caller,
  services: RecordsAccess,
  { privilege, operation, parameters }: Access,
): Promise<{ readonly eventId: EventId; readonly position: number }> {
  const { realmId, userId, client, requestId } = call;
  const { result, position } = await services.run(
    recordAccess,
    {
      privilege,
      operation,
      parameters: { ...parameters },
      reason: reasonOf(call),
      through: 'api' as const,
      address: call.address(),
    },
    { realmId, userId, client, requestId },
  );
  return { eventId: result.eventId, position };
}

/** Admits a call of an endpoint that declares `privileged`. `sent`: its parameters as they were sent. */
export async function admitPrivileged(
  call: Caller,
  services: Pick<Services, 'run' | 'realm'>,
  endpoint: AnyEndpoint,
  sent: Readonly<Record<string, string | undefined>>,
): Promise<Admitted | undefined> {
  if (!endpoint.privileged) return undefined;
  const caller = { isAuditor: isAuditor(services.realm(call.realmId), call.userId), reason: reasonOf(call) };
  const privilege = endpoint.privileged(call.parameters as never, caller);
  const operation = `${endpoint.method} ${endpoint.path}`;
  return {
    content: privilege.content,
    ...(await recordedAccess(call, services, { privilege, operation, parameters: declaredOf(endpoint, sent) })),
  };
}

/** The parameters that an endpoint declares, as they were sent, without the reason. */
export const declaredOf = (endpoint: AnyEndpoint, sent: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.keys(endpoint.parameters.shape).flatMap((name) =>
      sent[name] === undefined || name === 'reason' ? [] : [[name, sent[name]] as const],
    ),
  );
