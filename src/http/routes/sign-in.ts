/** Getting an API key: by an address alone on development servers, by a password nowhere (spec, Server; api-facts §1.3, §0.3). */

import { z } from 'zod';
import type { RealmState } from '../../state/realm-state.ts';
import { foldCase } from '../../vocabulary/fold-case.ts';
import { isAdministrator } from '../../vocabulary/roles.ts';
import { type AnyEndpoint, defineEndpoint } from '../define-endpoint.ts';
import { invalid } from '../request/parameter-errors.ts';
import { raw } from '../request/parameters.ts';
import { ProblemError } from '../response/problem.ts';
import type { Services } from '../services.ts';

const refused = (msg: string, reason: string): ProblemError =>
  new ProblemError({ status: 403, msg, fields: { reason } });

/** The organization of a development server's host; production always answers an error. */
function developed(call: { readonly rootHost: boolean; readonly realmId: RealmState['realmId'] }, services: Services) {
  if (services.config.mode !== 'development')
    throw new ProblemError({ status: 400, msg: 'Dev environment not enabled.' });
  if (call.rootHost) throw new ProblemError(invalid('Invalid subdomain'));
  return services.realm(call.realmId);
}

function checkAddress(username: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(username)) throw new ProblemError(invalid('Enter a valid email address.'));
}

const devFetchApiKey = defineEndpoint({
  method: 'POST',
  path: '/dev_fetch_api_key',
  summary: 'The API key of any user of a development server',
  section: 'POST /api/v1/dev_fetch_api_key',
  access: 'anyone',
  parameters: z.object({ username: raw() }),
  response: z.object({ api_key: z.string(), email: z.string() }),
  refusals: [],
  handle: async (call, services) => {
    const realm = developed(call, services);
    const username = call.parameters.username.trim();
    checkAddress(username);
    const userId = realm.directory.addresses.get(services.secrets.fingerprint(call.realmId, username));
    const account = userId === undefined ? undefined : realm.directory.accounts.get(userId);
    // The organization's own bots sign in nowhere.
    if (!account || (account.bot !== null && account.bot.ownerId === null))
      throw refused('This user is not registered.', 'unregistered');
    if (!account.active) throw refused('Your account has been disabled.', 'user disable');
    return {
      api_key: services.secrets.apiKey(call.realmId, account.userId, account.keyGeneration),
      email: realm.people.byId.get(account.userId)?.email ?? username,
    };
  },
});

const devListUsers = defineEndpoint({
  method: 'GET',
  path: '/dev_list_users',
  summary: 'Who can sign in on a development server',
  section: 'api-facts §1.3',
  access: 'anyone',
  parameters: z.object({}),
  response: z.object({
    direct_admins: z.array(z.object({ email: z.string(), realm_uri: z.string() })),
    direct_users: z.array(z.object({ email: z.string(), realm_uri: z.string() })),
  }),
  refusals: [],
  handle: async (call, services) => {
    const { directory, people } = developed(call, services);
    const humans = [...directory.accounts.values()]
      .filter((account) => account.active && account.bot === null)
      .map(({ userId, role }) => ({ email: people.byId.get(userId)?.email ?? '', role }))
      .sort((a, b) => (foldCase(a.email) < foldCase(b.email) ? -1 : 1));
    const listed = (admins: boolean) =>
      humans
        .filter(({ role }) => isAdministrator(role) === admins)
        .map(({ email }) => ({ email, realm_uri: call.origin }));
    return { direct_admins: listed(true), direct_users: listed(false) };
  },
});

const fetchApiKey = defineEndpoint({
  method: 'POST',
  path: '/fetch_api_key',
  summary: 'Always refused: keys are not given out for passwords',
  section: 'api-facts §1.3',
  access: 'anyone',
  parameters: z.object({ username: raw(), password: raw() }),
  response: z.object({ api_key: z.string(), email: z.string() }),
  refusals: [],
  handle: async (call) => {
    checkAddress(call.parameters.username.trim());
    throw refused('Password auth is disabled in your team.', 'password auth disabled');
  },
});

export const signIn: readonly AnyEndpoint[] = [devFetchApiKey, devListUsers, fetchApiKey];
