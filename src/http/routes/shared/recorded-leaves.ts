/** What tells about events of the ledger is for auditors, and put on record before it is answered. */
import type { Call } from '../../../define/endpoint.ts';
import { forAuditorsOnRecord, recordedAccess } from '../../request/privileged.ts';
import type { Services } from '../../services.ts';

/** Each is read from the log: this many in an answer count as one request more. */
export const leavesPerRequest = 20;

/** Throws `Refused` for everybody but auditors. In a replica of the past it is on record already. */
export async function recordedLeaves(
  call: Call<Record<string, unknown>>,
  services: Pick<Services, 'forAuditor'>,
  operation: string,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  if (services.forAuditor) return;
  await recordedAccess(call, services as unknown as Pick<Services, 'run'>, {
    privilege: forAuditorsOnRecord,
    operation,
    parameters,
  });
}
