/** Organizations that can be used. */
import type { RealmState, ServerState } from './realm-state.ts';

/** Whether the organization is neither deactivated nor being imported. */
export const isOpen = ({ importing }: Pick<ServerState, 'importing'>, { realm, realmId }: RealmState): boolean =>
  !realm.deactivated && !importing.has(realmId);
