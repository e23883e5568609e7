import { expect } from 'chai';
import { secretsFrom } from '../../src/engine/secrets.ts';
import { openIdConnect } from '../../src/sso/open-id-connect.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { testNow } from '../support/given.ts';
import { type IdentityProvider, type Person, startIdentityProvider } from '../support/identity-provider.ts';

const returnTo = 'http://127.0.0.1:1/';

describe('OpenID Connect', () => {
  let provider: IdentityProvider;
  let now = testNow;
  const sso = (openIdConnectUnverified = false) =>
    openIdConnect({ openIdConnect: provider.address, openIdConnectUnverified }, secretsFrom('a secret'), () => now);
  before(async () => {
    provider = await startIdentityProvider();
  });
  after(() => provider.stop());
  beforeEach(() => {
    now = testNow;
    provider.person = { email: 'iago@x.example', email_verified: true };
  });

  it('answers that the provider is unreachable, and tries again later', async () => {
    const one = sso();
    expect(await one.begin(returnTo, 1).catch((error: Error) => error)).to.be.an('error');
    provider.returnsTo(returnTo);
    expect((await one.begin(returnTo, 1)).url).to.include('code_challenge_method=S256');
  });

  it('answers the address of the person who signed in, once', async () => {
    const { url, ticket } = await sso().begin(returnTo, 1);
    const answer = { ticket, ...(await provider.visit(url)) };
    expect(await sso().finish(returnTo, 1, answer)).to.deep.equal({ ok: true, email: 'iago@x.example' });
    expect(await sso().finish(returnTo, 1, answer)).to.deep.equal({ ok: false });
  });

  it('refuses an answer that belongs to another ticket, organization or time (signInByProviderSecs)', async () => {
    const { url, ticket } = await sso().begin(returnTo, 1);
    const other = await sso().begin(returnTo, 1);
    const back = await provider.visit(url);
    const finish = (more: object, realmId = 1) => sso().finish(returnTo, realmId, { ticket, ...back, ...more });
    expect(await finish({ ticket: other.ticket })).to.deep.equal({ ok: false });
    expect(await finish({ ticket: `${ticket}A` })).to.deep.equal({ ok: false });
    expect(await finish({ ticket: '' })).to.deep.equal({ ok: false });
    expect(await finish({ state: 'x' })).to.deep.equal({ ok: false });
    expect(await finish({ code: 'x' })).to.deep.equal({ ok: false });
    expect(await finish({}, 2)).to.deep.equal({ ok: false });
    now = testNow + limits.signInByProviderSecs * 1000;
    expect(await finish({})).to.deep.equal({ ok: false });
    now -= 1;
    expect(await finish({})).to.deep.equal({ ok: true, email: 'iago@x.example' });
  });

  describe('and the address', () => {
    const email = 'iago@x.example';
    const signIn = async (person: Person, takesUnverified: boolean) => {
      provider.person = person;
      const { url, ticket } = await sso().begin(returnTo, 1);
      return sso(takesUnverified).finish(returnTo, 1, { ticket, ...(await provider.visit(url)) });
    };

    it('counts only if the provider says that it is verified', async () => {
      for (const person of [{ email, email_verified: false }, { email }, {}])
        expect(await signIn(person, false)).to.deep.equal({ ok: false });
      for (const isVerified of [true, 'true'] as const)
        expect(await signIn({ email, email_verified: isVerified }, false)).to.deep.equal({ ok: true, email });
    });

    it('also counts if the provider does not say and the setting allows it, but never if it is unverified', async () => {
      expect(await signIn({ email }, true)).to.deep.equal({ ok: true, email });
      for (const person of [{ email, email_verified: false }, { email, email_verified: 'false' as const }, {}])
        expect(await signIn(person, true)).to.deep.equal({ ok: false });
    });
  });
});
