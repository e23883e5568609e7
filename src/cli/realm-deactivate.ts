import { z } from 'zod';
import { deactivateRealm } from '../../commands/realm/deactivate-realm.ts';
import { byCommandLine, realmNamed } from './accounts.ts';
import { defineTask } from './subcommand.ts';

export const realmDeactivate = defineTask({
  name: 'realm deactivate',
  summary: 'Close an organization for everybody, and keep its history',
  options: {
    realm: { type: 'string', help: "the organization's subdomain" },
  },
  input: z.object({ realm: z.string() }),
  async perform({ services }, { realm }) {
    const realmId = realmNamed(services, realm);
    await services.run(deactivateRealm, {}, byCommandLine(realmId));
    return [`realm_id=${realmId}`, 'state=deactivated'];
  },
});
