/** The service on the data of a process that was killed, in this process: a start takes a fifth of the processor time of `startChild`. */
import { serverSecrets } from '../../src/cli/secret.ts';
import { openApplication } from '../../src/main.ts';
import type { ChildServer } from './child-server.ts';
import { startServer, type TestServer, withMore } from './server.ts';
import { storesFor } from './test-stores.ts';

/** A service in this process, or in one of its own. */
export type Started = Pick<ChildServer, 'base' | 'as' | 'kill'>;

/** The secret is that of the process before: `VERBATIM_SECRET` of `env`, or the file in the data folder. `kill` stops the service. */
export async function startHere(
  data: string,
  env: Readonly<Record<string, string>> = {},
): Promise<TestServer & Started> {
  const server = await startServer(
    { VERBATIM_DATA: data, ...storesFor(data), ...env },
    { open: async (config, _, ...given) => openApplication(config, await serverSecrets(config, env), ...given) },
  );
  return withMore(server, { kill: () => server.stop() });
}
