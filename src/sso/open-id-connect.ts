/** Identifies a user with an OpenID Connect provider: authorization code flow with PKCE. Nothing is stored between its two steps. */
import { createHash, randomBytes } from 'node:crypto';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  fetchUserInfo,
} from 'openid-client';
import type { Millis } from '../vocabulary/ids.ts';
import { limits } from '../vocabulary/limits.ts';
import { Refused } from '../vocabulary/refusals.ts';

/** The functions that are derived from the server's secret. */
type Signing = {
  signature(purpose: string, ...values: (string | number)[]): string;
  hasSigned(signature: string, purpose: string, ...values: (string | number)[]): boolean;
};

/** `ticket`: kept by the client, and sent together with the provider's answer. */
type Begun = { readonly url: string; readonly ticket: string };

/** The provider's answer: the parameters of the address to which it redirected the browser. */
type ProviderAnswer = { readonly ticket: string; readonly code: string; readonly state: string };

/** The address of the user who signed in, or that the answer is invalid. */
type Identified = { readonly ok: true; readonly email: string } | { readonly ok: false };

export type SingleSignOn = {
  /** Throws if the provider does not work. `returnTo`: the address to which it redirects the browser. */
  begin(returnTo: string, realmId: number): Promise<Begun>;
  /** Throws if the provider does not work, and `Refused` if too many sign-ins wait for it. */
  finish(returnTo: string, realmId: number, answer: ProviderAnswer): Promise<Identified>;
};

const purpose = 'sign-in by a provider';

type Settings = {
  /** The address of the provider, with the client's id and secret as user and password. Empty if there is none. */
  readonly openIdConnect: string;
  /** Whether an address is accepted if the provider does not say that it is verified. */
  readonly openIdConnectUnverified: boolean;
};

const usualLimits = {
  answerSecs: limits.providerAnswerSecsMax,
  answerBytes: limits.providerAnswerBytesMax,
  atOnce: limits.signInsByProviderAtOnceMax,
};

/** Undefined if no provider is configured. */
export function singleSignOn(settings: Settings, secrets: Signing, now: () => Millis): SingleSignOn | undefined {
  return settings.openIdConnect === '' ? undefined : openIdConnect(settings, secrets, now);
}

export function openIdConnect(
  settings: Settings,
  secrets: Signing,
  now: () => Millis,
  bounds = usualLimits,
): SingleSignOn {
  const url = new URL(settings.openIdConnect);
  const [clientId, clientSecret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
  url.username = '';
  url.password = '';
  // A test on a local machine has no certificate.
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : [];
  const options = { execute, timeout: bounds.answerSecs, [customFetch]: shortAnswers(bounds.answerBytes) };
  let underWay = 0;
  let known: Promise<Configuration> | undefined;
  const provider = (): Promise<Configuration> => {
    known ??= discovery(url, clientId, clientSecret, undefined, options).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
  const derived = (ticket: string) => ({
    state: createHash('sha256').update(ticket).digest('base64url'),
    nonce: secrets.signature(`${purpose}: nonce`, ticket),
    verifier: secrets.signature(`${purpose}: verifier`, ticket),
  });
  const isOurs = (ticket: string, realmId: number): boolean => {
    const [random = '', until = '', signature = '', ...more] = ticket.split('.');
    const isSigned = secrets.hasSigned(signature, purpose, realmId, random, Number(until));
    return more.length === 0 && isSigned && now() < Number(until);
  };
  return {
    async begin(returnTo, realmId) {
      const configuration = await provider();
      const random = randomBytes(16).toString('base64url');
      const until = now() + limits.signInByProviderSecs * 1000;
      const ticket = `${random}.${until}.${secrets.signature(purpose, realmId, random, until)}`;
      const { state, nonce, verifier } = derived(ticket);
      const to = buildAuthorizationUrl(configuration, {
        redirect_uri: returnTo,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url: to.href, ticket };
    },
    async finish(returnTo, realmId, { ticket, code, state }) {
      if (!isOurs(ticket, realmId)) return { ok: false };
      const expected = derived(ticket);
      if (state !== expected.state) return { ok: false };
      if (underWay >= bounds.atOnce) throw new Refused(tooMany);
      underWay += 1;
      try {
        const configuration = await provider();
        const current = new URL(returnTo);
        const { issuer } = configuration.serverMetadata();
        current.search = new URLSearchParams({ code, state, iss: issuer }).toString();
        const claims = await claimsOf(configuration, current, expected);
        return identifiedBy(claims, settings.openIdConnectUnverified);
      } catch (error) {
        if (isRefusal(error)) return { ok: false };
        throw error;
      } finally {
        underWay -= 1;
      }
    },
  };
}

const tooMany = { code: 'unavailable', detail: 'too many sign-ins wait for the provider', cause: 'too-busy' } as const;

type Claims = Readonly<Record<string, unknown>>;

async function claimsOf(
  configuration: Configuration,
  current: URL,
  { state, nonce, verifier }: { readonly state: string; readonly nonce: string; readonly verifier: string },
): Promise<Claims> {
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true };
  const tokens = await authorizationCodeGrant(configuration, current, checks);
  const claims = tokens.claims();
  if (!claims) return {};
  return typeof claims.email === 'string' ? claims : fetchUserInfo(configuration, tokens.access_token, claims.sub);
}

/**
 * An unverified address is not accepted, because a user who may choose it at the provider could choose somebody else's. Some providers send
 * `true` as a text.
 */
function identifiedBy({ email, email_verified: isVerified }: Claims, takesUnverified: boolean): Identified {
  const isTheirs = isVerified === true || isVerified === 'true' || (takesUnverified && isVerified === undefined);
  return typeof email === 'string' && isTheirs ? { ok: true, email } : { ok: false };
}

/** The provider refuses the sign-in, or its answers do not belong to it. */
const refusals: ReadonlySet<string | undefined> = new Set([
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

/** The provider does not accept the id or the secret of the client. The operator has to correct that. */
const ofTheClient: ReadonlySet<string | undefined> = new Set(['invalid_client', 'unauthorized_client']);

/** Every other error says that the provider is out of reach or does not work. */
function isRefusal(thrown: unknown): boolean {
  const { code, error } = thrown as { readonly code?: string; readonly error?: string };
  return refusals.has(code) && !ofTheClient.has(error);
}

/** Requests to the provider. An answer that is too long is not read to its end, whatever its compression. */
const shortAnswers =
  (bytesMax: number): CustomFetch =>
  async (url, options) => {
    const response = await fetch(url, options as RequestInit);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new Error(`the answer has more than ${bytesMax} bytes`);
      chunks.push(chunk);
    }
    return new Response(bytes === 0 ? null : Buffer.concat(chunks), response);
  };
