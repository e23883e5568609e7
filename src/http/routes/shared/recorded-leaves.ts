import type { recordAccess } from '../../../../commands/audit/record-access.ts';
import type { Call } from '../../../define/endpoint.ts';
import { forAuditorsOnRecord, recordedAccess } from '../../request/privileged.ts';
import type { ServicesRunning } from '../../services.ts';

/** This many leaves in an answer count as one more request, because each is read from the log. */
export const leavesPerRequest = 20;

/** Records a request for leaves of the ledger. Throws `Refused` for everybody except auditors. In a replica it is already recorded. */
export async function recordedLeaves(
  call: Call<Record<string, unknown>>,
  services: ServicesRunning<typeof recordAccess>,
  operation: string,
  parameters: Readonly<Record<string, string>>,
): Promise<void> {
  if (services.forAuditor) return;
  await recordedAccess(call, services, { privilege: forAuditorsOnRecord, operation, parameters });
}
