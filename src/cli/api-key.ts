import { z } from 'zod';
import { rotateApiKey } from '../../commands/user/rotate-api-key.ts';
import { byCommandLine, keyOf, realmNamed, userNamed } from './accounts.ts';
import { defineTask } from './subcommand.ts';

export const apiKey = defineTask({
  name: 'api-key',
  summary: "Show an account's API key, or replace it",
  options: {
    realm: { type: 'string', help: "the organization's subdomain" },
    email: { type: 'string', help: 'address of the person or the bot' },
    rotate: { type: 'boolean', help: 'make a new key; the old one stops working at once' },
  },
  input: z.object({ realm: z.string(), email: z.string(), rotate: z.boolean().default(false) }),
  async perform({ services }, { realm, email, rotate }) {
    const realmId = realmNamed(services, realm);
    const userId = userNamed(services, realmId, email);
    if (!rotate) return [`api_key=${keyOf(services, realmId, userId)}`];
    const { generation } = (await services.run(rotateApiKey, { userId }, byCommandLine(realmId))).result;
    return [`api_key=${services.secrets.apiKey(realmId, userId, generation)}`];
  },
});
