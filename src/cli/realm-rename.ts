import { z } from 'zod';
import { renameRealm } from '../../commands/realm/rename-realm.ts';
import { byCommandLine, realmNamed } from './accounts.ts';
import { defineTask } from './subcommand.ts';

export const realmRename = defineTask({
  name: 'realm rename',
  summary: 'Give an organization another name',
  options: {
    realm: { type: 'string', help: "the organization's subdomain, which stays" },
    name: { type: 'string', help: 'the new name' },
  },
  input: z.object({ realm: z.string(), name: z.string() }),
  async perform({ services }, { realm, name }) {
    const realmId = realmNamed(services, realm);
    await services.run(renameRealm, { name }, byCommandLine(realmId));
    return [`realm_id=${realmId}`, `name=${services.realm(realmId).realm.name}`];
  },
});
