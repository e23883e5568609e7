import { z } from 'zod';
import type { RealmState } from '../state/realm-state.ts';
import { mib } from '../vocabulary/limits/limit.ts';
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

/**
 * The name is in quotation marks, because it may contain spaces. The numbers of messages and of uploaded bytes tell which organization takes
 * the disk.
 */
function line({ realmId, realm, directory, topics, files }: RealmState, isImporting: boolean): string {
  const active = [...directory.accounts.values()].filter((account) => account.active);
  const people = active.filter(({ bot }) => bot === null).length;
  const state = realm.deactivated ? 'deactivated' : isImporting ? 'importing' : 'active';
  return `realm_id=${realmId} subdomain=${realm.subdomain} name=${JSON.stringify(realm.name)} people=${people} messages=${topics.lastMessageId} uploaded_mib=${Math.ceil(files.used.bytes / mib)} state=${state}`;
}
