/** Organizations that can be used. */
import type { RealmState, ServerState } from './realm-state.ts';

/** Neither deactivated nor about to be imported. */
export const isOpen = ({ importing }: Pick<ServerState, 'importing'>, { realm, realmId }: RealmState): boolean =>
  !realm.deactivated && !importing.has(realmId);
