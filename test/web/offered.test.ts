/** Which screens the side of the page offers to whom. */
import { expect } from 'chai';
import type { TestServer } from '../support/server.ts';
import { describeInBrowser, enter, enterInstead, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

describeInBrowser('the screens that the page offers', (browser) => {
  let server: TestServer;
  before(async () => {
    server = await startServed();
  });
  after(() => server?.stop());

  /** What the side lists, from the first screen on: above are the messages. */
  const offered = async ({ page }: Visitor): Promise<string[]> => {
    const links = page.getByRole('navigation', { name: 'Streams and conversations' }).getByRole('link');
    await links.filter({ hasText: 'Ledger' }).waitFor();
    return (await links.allInnerTexts()).filter((words) => all.includes(words));
  };
  const forAll = ['Ledger', 'Check a proof'];
  const forMembers = ['Invitations', 'User groups', 'Custom emoji'];
  const forOwners = ['Operations'];
  const forAdministrators = ['People', 'Public record'];
  const forAuditors = ['Legal holds', 'Erasures', 'Exports', 'Replay', 'Sinks'];
  const forBoth = ['Trail', 'Auditors', 'Retention'];
  const all = [...forAll, ...forMembers, ...forOwners, ...forAuditors, ...forBoth, ...forAdministrators];

  it('are those that the visitor may use', async () => {
    const visitor = await visit(browser(), server.base);
    await enter(visitor, 'guest@dev.example');
    expect(await offered(visitor)).to.have.members(forAll);
    await enterInstead(visitor, 'member@dev.example');
    expect(await offered(visitor)).to.have.members([...forAll, ...forMembers]);
    await enterInstead(visitor, 'admin@dev.example');
    expect(await offered(visitor)).to.have.members([...forAll, ...forMembers, ...forAdministrators]);
    await enterInstead(visitor, 'auditor@dev.example');
    expect(await offered(visitor)).to.have.members([...forAll, ...forMembers, ...forBoth, ...forAuditors]);
    await enterInstead(visitor, 'owner@dev.example');
    expect(await offered(visitor)).to.have.members([
      ...forAll,
      ...forMembers,
      ...forBoth,
      ...forOwners,
      ...forAdministrators,
    ]);
    expect(visitor.complaints).to.deep.equal([]);
  });
});
