/** Rules of exports of what every member may read: whether an administrator can use an export. */
import type { Actor } from '../../src/define/command.ts';
import type { RealmExport } from '../../src/state/realm-exports.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { Millis, RealmExportId } from '../../src/vocabulary/ids.ts';
import { endedAt } from '../../src/vocabulary/realm-exports.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { actsAsAdministrator } from './acting.ts';

export const unavailableRefusals = ['administrator-required', 'realm-export-missing', 'realm-export-deleted'] as const;

type Available = { readonly refusal: RefusalIn<typeof unavailableRefusals> } | { readonly one: RealmExport };

/** An export that the state no longer has expired long ago. */
export function availableExport(state: RealmState, actor: Actor, id: RealmExportId, now: Millis): Available {
  if (!actsAsAdministrator(state, actor)) return { refusal: { code: 'administrator-required' } };
  const { byId, idMax } = state.realmExports;
  if (id > idMax) return { refusal: { code: 'realm-export-missing' } };
  const one = byId.get(id);
  if (!one || endedAt(one, now) !== undefined) return { refusal: { code: 'realm-export-deleted' } };
  return { one };
}
