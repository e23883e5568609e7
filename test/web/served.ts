/** The web page, served by a service in the process of the tests: it starts in a fifth of the time of a process of its own. */
import { join } from 'node:path';
import { readPage } from '../../src/http/page/page.ts';
import { builtPage } from '../support/built-program.ts';
import { startServer, type TestServer } from '../support/server.ts';

export async function startServed(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  builtPage();
  return startServer(env, { page: await readPage(join(import.meta.dirname, '../../dist/page')) });
}
