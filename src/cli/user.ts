/** `verbatim user …` and `verbatim api-key`: people and their credentials. */
import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { changeAccount } from '../../commands/user/change-account.ts';
import { createUser } from '../../commands/user/create-user.ts';
import { rotateApiKey } from '../../commands/user/rotate-api-key.ts';
import { administrator, guest, member, owner } from '../vocabulary/roles.ts';
import { byCommandLine, keyOf, realmNamed, realmOption, userNamed } from './accounts.ts';
import { defineTask } from './subcommand.ts';

const roles = { owner, administrator, member, guest } as const;

export const userCreate = defineTask({
  name: 'user create',
  summary: 'Add a person to an organization',
  options: {
    realm: realmOption,
    email: { type: 'string', help: 'address' },
    name: { type: 'string', help: 'full name' },
    role: { type: 'string', help: 'owner, administrator, member (default) or guest' },
  },
  optionOf: { fullName: 'name' },
  input: z.object({
    realm: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(['owner', 'administrator', 'member', 'guest']).default('member'),
  }),
  async perform({ services }, { realm, email, name, role }) {
    const realmId = realmNamed(services, realm);
    const input = { email, fullName: name, role: roles[role] };
    const { userId } = (await services.run(createUser, input, byCommandLine(realmId))).result;
    return [`user_id=${userId}`, `email=${email}`, `api_key=${keyOf(services, realmId, userId)}`];
  },
});

const bytes = 15;

/** Gives a person a new random password. It is not given on the command line, where others could read it. */
export const userPassword = defineTask({
  name: 'user password',
  summary: 'Give a person a new random password',
  options: {
    realm: realmOption,
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

export const apiKey = defineTask({
  name: 'api-key',
  summary: "Show an account's API key, or replace it",
  options: {
    realm: realmOption,
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
