import { z } from 'zod';
import { reactivateRealm } from '../../commands/realm/reactivate-realm.ts';
import { byCommandLine, realmNamed } from './accounts.ts';
import { defineTask } from './subcommand.ts';

export const realmReactivate = defineTask({
  name: 'realm reactivate',
  summary: 'Open a closed organization again, as it was',
  options: {
    realm: { type: 'string', help: "the organization's subdomain" },
  },
  input: z.object({ realm: z.string() }),
  async perform({ services }, { realm }) {
    const realmId = realmNamed(services, realm);
    await services.run(reactivateRealm, {}, byCommandLine(realmId));
    return [`realm_id=${realmId}`, 'state=active'];
  },
});
