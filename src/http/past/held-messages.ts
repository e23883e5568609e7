/** The deleted messages of an organization that legal holds keep, and the reader of their events. */
import type { HeldMessages } from '../../queries/trail/held-events.ts';
import type { RealmId } from '../../vocabulary/ids.ts';
import type { Services } from '../services.ts';

export const heldMessages = (
  { realm, events }: Pick<Services, 'realm' | 'events'>,
  realmId: RealmId,
): HeldMessages => ({
  messages: realm(realmId).holds.deleted,
  events,
});
