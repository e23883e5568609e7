/** The web page, served by a service in the process of the tests: it starts in a fifth of the time of a process of its own. */
import { join } from 'node:path';
import { readPage } from '../../src/http/page/page.ts';
import { startServer, type TestServer } from '../support/server.ts';

/** Within `describeInBrowser`, which builds the page. */
export const startServed = async (env: Readonly<Record<string, string>> = {}): Promise<TestServer> =>
  startServer(env, { page: await readPage(join(import.meta.dirname, '../../dist/page')) });
