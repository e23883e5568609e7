import type { Call } from '../../../define/endpoint.ts';
import type { By } from '../../services.ts';

/** Runs a command on behalf of the caller and the caller's client. */
export const byCaller = ({ realmId, userId, client, requestId }: Call<unknown>): By => ({
  realmId,
  userId,
  client,
  requestId,
});
