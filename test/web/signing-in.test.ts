/** Signing in on the web page: by password, by an invitation, and by an OpenID Connect provider. */
import { expect } from 'chai';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import type { TestServer } from '../support/server.ts';
import { describeInBrowser, enter, expectAccessible, expectFitsTelephone, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('signing in on the web page', (browser) => {
  let provider: IdentityProvider;
  let server: TestServer;
  /** The user who signs in first, and the ones who replace them. */
  let visitor: Visitor;
  before(async () => {
    provider = await startIdentityProvider();
    server = await startServed({ VERBATIM_OPENID_CONNECT: provider.address });
    provider.returnsTo(`${server.base}/`);
  });
  after(async () => {
    await server?.stop();
    await provider?.stop();
  });

  it('signs in by password, and shows what is wrong with one', async () => {
    const owner = server.as('owner');
    const { email } = server.as('spare').account;
    const password = 'three quiet herons';
    await owner.post('/users', { email: 'new@dev.example', full_name: 'Nell New', password });
    visitor = await visit(browser(), server.base);
    const nell = visitor;
    await expectAccessible(nell.page);
    await nell.page.getByLabel('E-mail address').fill(email);
    await nell.page.getByLabel('Password').fill('not this one');
    await nell.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await nell.page.getByText('Your username or password is incorrect.').waitFor();
    // The browser's own line about the answer.
    expect(nell.complaints.splice(0)).to.have.length(1);
    await nell.page.getByLabel('E-mail address').fill('new@dev.example');
    await nell.page.getByLabel('Password').fill(password);
    await nell.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await nell.page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' });
    // The key survives a reload, and ends with the session.
    await nell.page.reload();
    await nell.page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' });
    expect(await nell.page.evaluate('localStorage.length + document.cookie.length')).to.equal(1);
    await nell.page.getByRole('button', { name: 'Sign out' }).click();
    await nell.page.getByLabel('Password').waitFor();
    expect(await nell.page.evaluate('sessionStorage.getItem("verbatim.session")')).to.equal(null);
    expect(nell.complaints).to.deep.equal([]);
  });

  it('allows people to change their name and password', async () => {
    const { page, complaints } = visitor;
    const signIn = async (password: string) => {
      await page.getByLabel('E-mail address').fill('new@dev.example');
      await page.getByLabel('Password').fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    };
    await signIn('three quiet herons');
    await page.getByRole('button', { name: 'Nell New your account' }).click();
    const form = page.getByRole('region', { name: 'Name and password' });
    const change = async (present: string, wanted: string) => {
      await form.getByLabel('Present password').fill(present);
      await form.getByLabel('New password').fill(wanted);
      await page.keyboard.press('Enter');
    };
    await form.getByLabel('Your name').fill('Nell Newer');
    await change('not this one', 'five quiet herons');
    await form.getByRole('alert').waitFor();
    // The browser's own line about the answer.
    expect(complaints.splice(0)).to.have.length(1);
    await expectAccessible(page);
    await change('three quiet herons', 'five quiet herons');
    await form.getByRole('status').getByText('The password was changed.').waitFor();
    expect(await form.getByLabel('New password').inputValue()).to.equal('');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Nell Newer your account' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn('five quiet herons');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Password').waitFor();
    expect(complaints).to.deep.equal([]);
  });

  it('allows people to invite others, who join by the link', async () => {
    const owner = visitor;
    await enter(owner, 'owner@dev.example');
    const { page } = owner;
    const open = (name: string) => page.getByRole('row').filter({ hasText: name });
    await page.getByRole('link', { name: 'Invitations' }).click();
    await page.getByLabel('E-mail addresses').fill('ivy@dev.example, member@dev.example');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('The others were invited. member@dev.example: Already has an account.').waitFor();
    expect(owner.complaints.splice(0)).to.have.length(1);
    await expectFitsTelephone(page);
    await open('ivy@dev.example').getByRole('button', { name: 'Invite again' }).click();
    await page.getByText('ivy@dev.example was invited again.').waitFor();
    const links = page.getByRole('region', { name: 'Links to pass on' });
    const invite_link = (await links.locator('small').textContent()) ?? '';
    await page.getByRole('button', { name: 'Make a link for many' }).click();
    await page.getByText('A link was made.').waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await open('A link for many')
      .getByRole('button', { name: /^Take back/ })
      .press('Enter');
    await open('A link for many').waitFor({ state: 'detached' });
    await open('ivy@dev.example').getByRole('button').and(page.locator(':focus')).waitFor();
    const ivy = await visit(browser(), server.base);
    await ivy.page.goto(invite_link);
    await ivy.page.getByRole('heading', { name: /^Join / }).waitFor();
    expect(await ivy.page.getByLabel('E-mail address').inputValue()).to.equal('ivy@dev.example');
    await expectAccessible(ivy.page);
    await ivy.page.getByLabel('Your name').fill('Ivy Invited');
    await ivy.page.getByLabel('Password').fill('four quiet herons');
    await ivy.page.getByRole('button', { name: 'Join' }).click();
    await ivy.page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' });
    expect(await ivy.page.evaluate('location.hash')).not.to.include('join');
    expect(ivy.complaints).to.deep.equal([]);
    // Whoever has joined may follow the link again.
    await ivy.page.goto(invite_link);
    await ivy.page.getByText('You are signed in as Ivy Invited.').waitFor();
    await expectAccessible(ivy.page);
    await ivy.page.getByRole('button', { name: 'Sign out and open it' }).click();
    await ivy.page
      .getByRole('alert')
      .getByText(/expired/)
      .waitFor();
    await ivy.page.getByRole('link', { name: 'Sign in with an account' }).click();
    await ivy.page.getByRole('heading', { name: 'Verbatim', exact: true }).waitFor();
    await ivy.context.close();
    await page.getByText('Nobody is invited at the moment.').waitFor();
    expect(owner.complaints).to.deep.equal([]);
    await owner.context.close();
  });

  it('goes to the provider and returns signed in, or shows why not', async () => {
    const context = await browser().newContext();
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    provider.person = { email: 'nobody@x.example', email_verified: true };
    // What a link has named is shown after that.
    const link = `${server.base}/#narrow/is/starred`;
    await page.goto(link);
    await page.getByRole('button', { name: 'Single sign-on' }).click();
    await page.getByText('This user is not registered.').waitFor();
    expect(page.url()).to.equal(link);
    provider.person = { email: server.as('member').account.email, email_verified: true };
    await page.goto(`${server.base}/#sso`);
    await page.reload();
    await page.getByRole('region', { name: 'Messages' }).waitFor({ state: 'attached' });
    expect(await page.evaluate('location.search')).to.equal('');
    await context.close();
  });
});
