import type { Call } from '../../../define/endpoint.ts';
import type { By } from '../../services.ts';

/** A command runs on behalf of whoever calls, through their client. */
export const byCaller = ({ realmId, userId, client, requestId }: Call<unknown>): By => ({
  realmId,
  userId,
  client,
  requestId,
});
