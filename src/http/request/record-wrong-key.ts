/**
 * Records requests with a wrong API key for auditors before they are answered. Beyond a limit per hour they are not recorded, and cost
 * nothing more.
 */
import { recordWrongKey } from '../../../commands/audit/record-wrong-key.ts';
import { wrongKeysRecorded } from '../../state/audit.ts';
import type { UserId } from '../../vocabulary/ids.ts';
import { limits } from '../../vocabulary/limits.ts';
import { type Problem, ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import type { AddressOf } from './client-address.ts';
import { clientName } from './client-name.ts';
import type { Context } from './request-context.ts';

export class WrongKey extends ProblemError {
  /** The account with the given e-mail address, or the deactivated account that the key names. Null if there is none. */
  readonly userId: UserId | null;
  constructor(problem: Problem, userId: UserId | null) {
    super(problem);
    this.userId = userId;
  }
}

export async function onRecord(
  services: Services,
  addressOf: AddressOf,
  { state: { realmId, requestId }, req }: Context,
  { userId }: WrongKey,
): Promise<void> {
  const realm = realmId === undefined ? undefined : services.state.realms.get(realmId);
  if (!realm || wrongKeysRecorded(realm.audit, services.eventTime()) >= limits.wrongKeysRecordedPerHour) return;
  const client = clientName(undefined, req.headers['user-agent']);
  const by = { realmId: realm.realmId, userId: null, client, requestId };
  await services.run(recordWrongKey, { userId, address: addressOf(req) }, by);
}
