/** Returns an API key for a password. Development servers accept an address alone. */
import { z } from 'zod';
import { recordSignIn } from '../../../commands/audit/record-sign-in.ts';
import { recordSignInFailure } from '../../../commands/user/record-sign-in-failure.ts';
import type { RealmState } from '../../state/realm-state.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import { isAdministrator } from '../../vocabulary/roles.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { apiKeyExample } from '../openapi/examples.ts';
import { invalid } from '../request/parameter-errors.ts';
import { raw } from '../request/parameters.ts';
import { exceeded } from '../request/rate-limit.ts';
import { ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';
import { checkPassword } from './shared/check-password.ts';
import {
  accountAt,
  disabled,
  keyAnswer,
  noOrganization,
  organizationOf,
  personAt,
  realmDeactivated,
  signInRefused,
  unregistered,
} from './shared/signing-in.ts';

/** The organization of a development server's host. Production always answers an error. */
function developmentOrganization(
  call: { readonly rootHost: boolean; readonly realmId: RealmState['realmId'] },
  services: Pick<Services, 'config' | 'realm'>,
) {
  if (services.config.mode !== 'development') throw new ProblemError(notEnabled);
  return organizationOf(call, services);
}

function checkAddress(username: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(username)) throw new ProblemError(noAddress);
}

const notEnabled = { status: 400, msg: 'Dev environment not enabled.' };
const noAddress = invalid('Enter a valid email address.');
const incorrect = signInRefused('Your username or password is incorrect.', 'incorrect_creds');

const devFetchApiKey = defineEndpoint({
  id: 'devFetchApiKey',
  route: 'POST /dev_fetch_api_key',
  summary: 'Get an API key on a development server',
  description: 'Returns the API key of any user by e-mail address, without a password. Development servers only.',
  access: 'anyone',
  parameters: z.object({ username: described(raw(), "The user's e-mail address.", 'iago@example.com') }),
  response: z.object({ api_key: z.string(), email: z.string() }),
  example: { api_key: apiKeyExample, email: 'iago@example.com' },
  commands: [recordSignIn],
  errors: [notEnabled, noOrganization, noAddress, unregistered, disabled, realmDeactivated],
  handle: async (call, services) => {
    const realm = developmentOrganization(call, services);
    const username = call.parameters.username.trim();
    checkAddress(username);
    const account = accountAt(services, realm, username);
    // The organization's own bots do not sign in.
    if (!account || (account.bot !== null && account.bot.ownerId === null)) throw new ProblemError(unregistered);
    if (!account.active) throw new ProblemError(disabled);
    return keyAnswer(call, services, realm, account, { method: 'development', address: username });
  },
});

const listedUsers = z.array(z.object({ email: z.string(), realm_uri: z.string() }));

const devListUsers = defineEndpoint({
  id: 'devListUsers',
  route: 'GET /dev_list_users',
  summary: 'List who can sign in on a development server',
  description:
    'Returns the active people of the organization, with administrators in a list of their own. Development servers only.',
  access: 'anyone',
  response: z.object({ direct_admins: listedUsers, direct_users: listedUsers }),
  example: { direct_admins: [{ email: 'iago@example.com', realm_uri: 'http://localhost:9991' }], direct_users: [] },
  errors: [notEnabled, noOrganization, realmDeactivated],
  handle: async (call, services) => {
    const { directory, people } = developmentOrganization(call, services);
    const humans = [...directory.accounts.values()]
      .filter((account) => account.active && account.bot === null)
      .map(({ userId, role }) => ({ email: people.byId.get(userId)?.email ?? '', role }))
      .sort((a, b) => (foldCase(a.email) < foldCase(b.email) ? -1 : 1));
    const listed = (admins: boolean) =>
      humans
        .filter(({ role }) => isAdministrator(role) === admins)
        .map(({ email }) => ({ email, realm_uri: call.origin() }));
    return { direct_admins: listed(true), direct_users: listed(false) };
  },
});

const fetchApiKey = defineEndpoint({
  id: 'fetchApiKey',
  route: 'POST /fetch_api_key',
  summary: 'Get an API key with a password',
  description:
    'Returns the API key of a person for their e-mail address and password. After five wrong passwords for an account in half an hour, or many wrong ones from a network address in a minute, further passwords are refused without being checked.',
  access: 'anyone',
  parameters: z.object({
    username: described(raw(), "The person's e-mail address.", 'iago@example.com'),
    password: described(raw(), "The person's password.", 'correct horse battery'),
  }),
  response: z.object({ api_key: z.string(), email: z.string() }),
  example: { api_key: apiKeyExample, email: 'iago@example.com' },
  commands: [recordSignInFailure, recordSignIn],
  refusals: ['unavailable'],
  errors: [noOrganization, noAddress, incorrect, disabled, realmDeactivated, exceeded(1800)],
  handle: async (call, services) => {
    const realm = organizationOf(call, services);
    const address = call.parameters.username.trim();
    checkAddress(address);
    const account = await personAt(services, realm, address);
    const { isRight } = await checkPassword(call, services, { address, account }, call.parameters.password);
    if (!isRight || !account) throw new ProblemError(incorrect);
    if (!account.active) throw new ProblemError(disabled);
    return keyAnswer(call, services, realm, account, { method: 'password', address });
  },
});

export const signIn = [devFetchApiKey, devListUsers, fetchApiKey];
