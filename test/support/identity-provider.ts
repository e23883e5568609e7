/** An OpenID Connect provider on a port of its own, at which one person signs in without any input. */
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export type Person = { readonly email?: string; readonly email_verified?: boolean | 'true' | 'false' };

export type IdentityProvider = {
  /** With the id and the secret of the client. */
  readonly address: string;
  /** Who signs in. */
  person: Person;
  /** Sets the address to which it sends browsers. Must be called before anybody signs in. */
  returnsTo(address: string): void;
  /** Follows redirects like a browser until it is sent back: `code` and `state`. */
  visit(url: string): Promise<{ readonly code: string; readonly state: string }>;
  stop(): Promise<void>;
};

export async function startIdentityProvider(): Promise<IdentityProvider> {
  let handler: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const given: { person: Person } = { person: {} };
  return {
    address: issuer.replace('://', '://verbatim:a%20secret@'),
    get person() {
      return given.person;
    },
    set person(person) {
      given.person = person;
    },
    returnsTo(address) {
      handler = providerOf(issuer, address, given);
    },
    visit,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function providerOf(issuer: string, returnTo: string, given: { readonly person: Person }): RequestListener {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const client = { client_id: 'verbatim', client_secret: 'a secret', redirect_uris: [returnTo] };
  const provider = new Provider(issuer, {
    clients: [client],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: '1' }] as never },
    cookies: { keys: ['a key of cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, accountId) => ({ accountId, claims: async () => ({ sub: accountId, ...given.person }) }),
    ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60, AuthorizationCode: 60 },
  });
  const answer = provider.callback();
  const interact = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: 'somebody' } });
    const grant = new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params.client_id) });
    grant.addOIDCScope('openid email');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  };
  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    interact(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  };
}

/** With cookies, as a browser. */
async function visit(url: string): Promise<{ readonly code: string; readonly state: string }> {
  const cookies = new Map<string, string>();
  let at = new URL(url);
  const { host } = at;
  for (let steps = 0; at.host === host && steps < 10; steps += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const end = pair.indexOf('=');
      cookies.set(pair.slice(0, end), pair.slice(end + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${response.status} at ${at.pathname}: ${await response.text()}`);
    at = new URL(location, at);
  }
  return { code: at.searchParams.get('code') ?? '', state: at.searchParams.get('state') ?? '' };
}
