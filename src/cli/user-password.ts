import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { changeAccount } from '../../commands/user/change-account.ts';
import { byCommandLine, realmNamed, userNamed } from './accounts.ts';
import { defineTask } from './subcommand.ts';

const bytes = 15;

/** Gives a person a new random password. It is not given on the command line, where others could read it. */
export const userPassword = defineTask({
  name: 'user password',
  summary: 'Give a person a new random password',
  options: {
    realm: { type: 'string', help: "the organization's subdomain" },
    email: { type: 'string', help: 'address of the person' },
  },
  input: z.object({ realm: z.string(), email: z.string() }),
  async perform({ services }, { realm, email }) {
    const realmId = realmNamed(services, realm);
    const userId = userNamed(services, realmId, email);
    const password = randomBytes(bytes).toString('base64url');
    const hash = await services.passwords.hash(password, 'command line');
    await services.run(changeAccount, { userId, password: { hash } }, byCommandLine(realmId));
    return [`password=${password}`];
  },
});
