/** A provider that is broken, or that answers what does not belong to the sign-in. */

import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { secretsFrom } from '../../src/engine/secrets.ts';
import { openIdConnect } from '../../src/sso/open-id-connect.ts';
import { Refused } from '../../src/vocabulary/refusals.ts';
import { testNow } from '../support/given.ts';

const returnTo = 'http://127.0.0.1:1/';
const limits = { answerSecs: 10, answerBytes: 100_000, atOnce: 2 };

type Reply = (response: ServerResponse) => void;

const json =
  (value: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));

describe('a hostile provider', () => {
  let server: Server;
  let issuer: string;
  /** The replies by path, instead of the usual ones. */
  let replies: Record<string, Reply>;
  /** The claims of the ID token, in addition to the correct ones. */
  let header: object;
  let claims: object;

  const usual = (path: string, nonce: string): Reply => {
    const [auth, token, userinfo] = ['/auth', '/token', '/userinfo'].map((one) => issuer + one);
    if (path === '/.well-known/openid-configuration')
      return json({ issuer, authorization_endpoint: auth, token_endpoint: token, userinfo_endpoint: userinfo });
    if (path === '/userinfo') return json({ sub: '1', email: 'iago@x.example', email_verified: true });
    const now = Math.floor(Date.now() / 1000);
    const payload = { iss: issuer, aud: 'verbatim', sub: '1', iat: now, exp: now + 60, nonce, ...claims };
    const parts = [{ alg: 'RS256', ...header }, payload, 'signature'];
    const idToken = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return json({ access_token: 'x', token_type: 'Bearer', id_token: idToken });
  };

  before(async () => {
    server = createServer((request, response) => {
      const path = request.url ?? '';
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      // The test sends the nonce as the code.
      request.on('end', () => (replies[path] ?? usual(path, new URLSearchParams(body).get('code') ?? ''))(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after(async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  });
  beforeEach(() => {
    replies = {};
    header = {};
    claims = {};
  });

  const begun = async (more: Partial<typeof limits> = {}) => {
    const settings = {
      openIdConnect: issuer.replace('://', '://verbatim:secret@'),
      openIdConnectUnverified: false,
    };
    const sso = openIdConnect(settings, secretsFrom('a secret'), () => testNow, { ...limits, ...more });
    const { url, ticket } = await sso.begin(returnTo, 1);
    const { state = '', nonce = '' } = Object.fromEntries(new URL(url).searchParams);
    return () => sso.finish(returnTo, 1, { ticket, state, code: nonce });
  };
  const signIn = async (more?: Partial<typeof limits>) => (await begun(more))();
  const failureOf = (answer: Promise<unknown>) =>
    answer.then(
      (value) => expect.fail(`it answers ${JSON.stringify(value)}`),
      (error: unknown) => error,
    );

  it('signs in the person whom it names', async () => {
    expect(await signIn()).to.deep.equal({ ok: true, email: 'iago@x.example' });
  });

  it('signs in nobody with an ID token for another sign-in', async () => {
    for (const wrong of [{ nonce: 'x' }, { aud: 'x' }, { iss: 'https://x' }, { exp: 1 }, { sub: undefined }]) {
      claims = wrong;
      expect(await signIn(), JSON.stringify(wrong)).to.deep.equal({ ok: false });
    }
    claims = {};
    for (const alg of ['none', 'HS256']) {
      header = { alg };
      expect(await signIn(), alg).to.deep.equal({ ok: false });
    }
  });

  it('signs in nobody with the data of another person', async () => {
    replies['/userinfo'] = json({ sub: '2', email: 'iago@x.example', email_verified: true });
    expect(await signIn()).to.deep.equal({ ok: false });
  });

  it('refuses a sign-in with a code that it does not know', async () => {
    replies['/token'] = json({ error: 'invalid_grant' }, 400);
    expect(await signIn()).to.deep.equal({ ok: false });
  });

  it('counts as out of reach if it does not work', async () => {
    const broken: Record<string, Reply> = {
      'an error': json({}, 500),
      'a redirect': (response) => response.writeHead(302, { Location: `${issuer}/token` }).end(),
      'no JSON': (response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>'),
      'malformed JSON': (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).end('{'),
      'half an answer': (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 9 });
        response.write('{', () => response.destroy());
      },
      'that the client is unknown': json({ error: 'invalid_client' }, 401),
    };
    for (const [name, reply] of Object.entries(broken))
      for (const path of ['/token', '/userinfo']) {
        replies = { [path]: reply };
        expect(await failureOf(signIn()), `${path}: ${name}`).not.to.be.instanceOf(Refused);
      }
  });

  it('counts as out of reach if it takes too long, answerSecs (providerAnswerSecsMax)', async () => {
    for (const path of ['/token', '/userinfo']) {
      replies = { [path]: () => {} };
      expect(await failureOf(signIn({ answerSecs: 0.05 }))).to.have.property('code', 'OAUTH_TIMEOUT');
    }
  });

  it('is not read to the end of an answer longer than answerBytes, compressed or not (providerAnswerBytesMax)', async () => {
    const long = `{"issuer":"${'x'.repeat(50 * limits.answerBytes)}"}`;
    const compressed = gzipSync(long);
    const headers = { 'Content-Type': 'application/json' };
    const ways: Reply[] = [
      (response) => response.writeHead(200, { ...headers, 'Content-Encoding': 'gzip' }).end(compressed),
      (response) => {
        response.writeHead(200, headers);
        const more = (): unknown => response.write(long, (error) => error ?? more());
        more();
      },
    ];
    for (const reply of ways)
      for (const path of ['/.well-known/openid-configuration', '/token', '/userinfo']) {
        replies = { [path]: reply };
        const { cause } = (await failureOf(signIn())) as { readonly cause?: Error };
        expect(cause?.message, path).to.equal(`the answer has more than ${limits.answerBytes} bytes`);
      }
  });

  it('is asked for at most atOnce sign-ins at the same time (signInsByProviderAtOnceMax)', async () => {
    const waiting: ServerResponse[] = [];
    const arrived = new Promise<void>((resolve) => {
      replies['/token'] = (response) => {
        if (waiting.push(response) === limits.atOnce) resolve();
      };
    });
    const finish = await begun();
    const first = [finish(), finish()];
    await arrived;
    expect(await failureOf(finish())).to.be.instanceOf(Refused);
    for (const response of waiting) json({ error: 'invalid_grant' }, 400)(response);
    expect(await Promise.all(first)).to.deep.equal([{ ok: false }, { ok: false }]);
    replies = {};
    expect(await finish()).to.deep.equal({ ok: true, email: 'iago@x.example' });
  });
});
