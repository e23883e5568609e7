/** Signing in by an OpenID Connect provider, if one is configured. */
import { z } from 'zod';
import { recordSignIn } from '../../../commands/audit/record-sign-in.ts';
import type { SingleSignOn } from '../../sso/open-id-connect.ts';
import { Refused } from '../../vocabulary/refusals.ts';
import { defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { apiKeyExample } from '../openapi/examples.ts';
import { raw } from '../request/parameters.ts';
import { exceeded } from '../request/rate-limit.ts';
import { ProblemError } from '../response/problem.ts';
import { unavailable } from '../response/refusals.ts';
import type { Services } from '../services.ts';
import {
  disabled,
  keyAnswer,
  noOrganization,
  organizationOf,
  personAt,
  realmDeactivated,
  unregistered,
} from './shared/signing-in.ts';

const isOff = { status: 400, msg: 'Single sign-on is not set up on this server.' };
const notSignedIn = { status: 403, msg: 'The sign-in was not completed. Please try again.' };

function providerOf({ singleSignOn }: Pick<Services, 'singleSignOn'>): SingleSignOn {
  if (!singleSignOn) throw new ProblemError(isOff);
  return singleSignOn;
}

/** Every failure of the provider, except a refusal, is answered with a 503. */
async function fromProvider<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refused) throw error;
    const problem = { ...unavailable, msg: 'The provider of single sign-on cannot be reached' };
    throw new ProblemError(problem, { cause: error });
  }
}

const postBegin = defineEndpoint({
  id: 'beginSingleSignOn',
  route: 'POST /sso/begin',
  summary: 'Begin to sign in with the provider',
  description:
    'Returns the address of the provider at which a browser signs in, and a ticket for `POST /sso/finish`. The provider sends the browser back to the page of the organization with `code` and `state`.',
  access: 'anyone',
  response: z.object({ url: z.string(), ticket: z.string() }),
  example: { url: 'https://id.example.com/auth?client_id=verbatim', ticket: 'q2u8.1785628800000.Hn4cXyQm2c0o7mJ0' },
  errors: [isOff, noOrganization, realmDeactivated, exceeded(60)],
  async handle(call, services) {
    const provider = providerOf(services);
    organizationOf(call, services);
    call.wrongCredentials.admit();
    call.wrongCredentials.count(1);
    return fromProvider(provider.begin(`${call.origin()}/`, call.realmId));
  },
});

const postFinish = defineEndpoint({
  id: 'finishSingleSignOn',
  route: 'POST /sso/finish',
  summary: 'Finish to sign in with the provider',
  description: 'Returns the API key of the person who signed in, if they have an account in the organization.',
  access: 'anyone',
  parameters: z.object({
    ticket: described(raw(), 'The ticket from `POST /sso/begin`.', 'q2u8.1785628800000.Hn4cXyQm2c0o7mJ0'),
    code: described(raw(), 'The value that the provider sent.', 'kXyQm2c0o7mJ0'),
    state: described(raw(), 'The value that the provider sent.', 'Yd0oYVw8GJYkq0v3kU1m5b9tXo0'),
  }),
  response: z.object({ api_key: z.string(), email: z.string() }),
  example: { api_key: apiKeyExample, email: 'iago@example.com' },
  commands: [recordSignIn],
  errors: [isOff, notSignedIn, unregistered, disabled, noOrganization, realmDeactivated, exceeded(60)],
  async handle(call, services) {
    const provider = providerOf(services);
    const realm = organizationOf(call, services);
    call.wrongCredentials.admit();
    call.wrongCredentials.count(1);
    const identified = await fromProvider(provider.finish(`${call.origin()}/`, call.realmId, call.parameters));
    if (!identified.ok) throw new ProblemError(notSignedIn);
    const account = await personAt(services, realm, identified.email);
    if (!account) throw new ProblemError(unregistered);
    if (!account.active) throw new ProblemError(disabled);
    return keyAnswer(call, services, realm, account, { method: 'provider', address: identified.email });
  },
});

export const singleSignOn = [postBegin, postFinish];
