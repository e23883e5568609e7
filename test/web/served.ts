/** The web page, served by a service in the process of the tests: it starts in a fifth of the time of a process of its own. */
import { join } from 'node:path';
import { readPage } from '../../src/http/page/page.ts';
import { type Own, startServer, type TestServer } from '../support/server.ts';

/** Within `describeInBrowser`, which builds the page. */
export const startServed = async (env: Readonly<Record<string, string>> = {}, own: Own = {}): Promise<TestServer> =>
  startServer(env, { ...own, page: await readPage(join(import.meta.dirname, '../../dist/page')) });
