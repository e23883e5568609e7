import type { ReadView } from '../ports/read-store.ts';
import type { RealmId } from '../vocabulary/ids.ts';
import { serverSettings } from '../wire/server-settings.ts';
import { realmOf } from './realm.ts';

/** GET /server_settings. `realmId` is undefined for the root host, which belongs to no organization. */
export const readServerSettings = async (
  view: ReadView,
  realmId: RealmId | undefined,
  server: {
    readonly uri: string;
    readonly development: boolean;
    readonly incompatible: boolean;
    readonly provider?: boolean;
  },
) => serverSettings(server, realmId === undefined ? undefined : await realmOf(view, realmId));
