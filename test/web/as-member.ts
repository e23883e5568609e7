/** A service of its own for the tests of a file, and Max Member, who has signed in on its page. Nothing may go wrong on that page. */
import { expect } from 'chai';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { Own, TestServer } from '../support/server.ts';
import { actsOf } from './acts.ts';
import { enter, type Visitor, visit } from './browser.ts';
import { startServed } from './served.ts';

/** `past`: what exists before the visitor arrives, so that the page is not drawn for each part of it. `parts`: those of the service. */
type Given = {
  readonly device?: BrowserContextOptions;
  readonly past?: () => Promise<unknown>;
  readonly parts?: Own;
};

export function asMember(browser: () => Browser, { device, past, parts }: Given = {}) {
  let server: TestServer | undefined;
  let max: Visitor | undefined;
  const own = {
    get server(): TestServer {
      if (!server) throw new Error('there is no service yet');
      return server;
    },
    get max(): Visitor {
      if (!max) throw new Error('nobody has signed in yet');
      return max;
    },
  };
  before(async () => {
    server = await startServed({}, parts);
    await past?.();
    max = await visit(browser(), server.base, device);
    await enter(max, 'member@dev.example');
  });
  after(() => server?.stop());
  afterEach(async () => {
    await max?.page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(max?.complaints.splice(0)).to.deep.equal([]);
  });
  const acts = actsOf(
    () => own.server,
    () => own.max.page,
  );
  return { own, ...acts };
}
