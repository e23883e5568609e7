import type { Call } from '../../../define/endpoint.ts';
import { forAuditorsOnRecord, recordedAccess } from '../../request/privileged.ts';
import type { Services } from '../../services.ts';

/** This many leaves in an answer count as one more request, because each is read from the log. */
export const leavesPerRequest = 20;

/** Records a request for leaves of the ledger. Throws `Refused` for everybody except auditors. In a replica it is already recorded. */
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
