/** What legal holds of an organization keep in the log, for moments of the past. */
import type { HeldMessages } from '../../queries/trail/held-events.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { Services } from '../services.ts';

export const heldOf = ({ realm, events }: Pick<Services, 'realm' | 'events'>, realmId: RealmId): HeldMessages => ({
  messages: realm(realmId).holds.deleted,
  events,
});
