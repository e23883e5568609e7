import { z } from 'zod';
import type { RealmState } from '../state/realm-state.ts';
import { defineTask } from './subcommand.ts';

export const realmList = defineTask({
  name: 'realm list',
  summary: 'List the organizations of the server',
  input: z.object({}),
  async perform({ services }) {
    const { realms, importing } = services.state;
    return [...realms.values()].map((state) => line(state, importing.has(state.realmId)));
  },
});

/** The name is in quotation marks, because it may contain spaces. */
function line({ realmId, realm, directory }: RealmState, isImporting: boolean): string {
  const active = [...directory.accounts.values()].filter((account) => account.active);
  const people = active.filter(({ bot }) => bot === null).length;
  const state = realm.deactivated ? 'deactivated' : isImporting ? 'importing' : 'active';
  return `realm_id=${realmId} subdomain=${realm.subdomain} name=${JSON.stringify(realm.name)} people=${people} state=${state}`;
}
