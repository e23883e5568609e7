/**
 * `verbatim secret replace`, with the service killed in the middle: it starts again, all keys stay valid, and the same command continues.
 */
import { watch } from 'node:fs';
import { expect } from 'chai';
import { printedBy } from '../cli/typed.ts';
import { startChild } from '../support/child-server.ts';
import { type Client, clientOf } from '../support/client.ts';
import { type ServedHere, serveHere } from '../support/serve-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const env = { VERBATIM_EVENT_LOG: 'embedded', VERBATIM_READ_STORE: 'embedded', VERBATIM_SECRET: '' };

/** In this process, which asks the service in the other. */
const verbatim = (data: string, line: string) => printedBy(line, { ...env, VERBATIM_DATA: data });

/** Resolves at the so-and-so-many-th change of a file of the secret. */
const changeOfSecret = (data: string, count: number): Promise<void> =>
  new Promise((resolve) => {
    let seen = 0;
    const watcher = watch(data, { persistent: false }, (_, file) => {
      if (!file?.includes('secret')) return;
      seen += 1;
      if (seen < count) return;
      watcher.close();
      resolve();
    });
  });

describe('a replacement of the secret that is killed in the middle', function () {
  this.timeout(180_000);
  const data = temporaryFolder();
  let server: ServedHere;
  before(async () => {
    server = await startChild(data, env);
  });
  after(() => server.kill());

  const statusOf = async (client: Client): Promise<number> => (await client.get('/users/me')).status;
  const keyOf = async ({ account }: Client): Promise<string> => {
    const body = new URLSearchParams({ username: account.email });
    const response = await fetch(`${server.base}/api/v1/dev_fetch_api_key`, { method: 'POST', body });
    return String(((await response.json()) as { api_key?: string }).api_key);
  };

  it('continues when it is run again, and loses no key', async () => {
    const former = { ...server.as('member').account };
    const asFormer = (): Client => clientOf(() => server.base, former);
    for (const changes of [1, 3]) {
      const changed = changeOfSecret(data, changes);
      const replaced = verbatim(data, 'secret replace');
      await Promise.race([changed, replaced]);
      await server.kill();
      await replaced;
      server = await startChild(data, env);
      expect(await statusOf(asFormer()), `killed at change ${changes}`).to.equal(200);
      const own = { ...former, api_key: await keyOf(asFormer()) };
      expect(await statusOf(clientOf(() => server.base, own))).to.equal(200);
    }
    const { code, output } = await verbatim(data, 'secret replace');
    expect(code, output).to.equal(0);
    const present = { ...former, api_key: await keyOf(asFormer()) };
    expect(present.api_key).not.to.equal(former.api_key);
    expect(await statusOf(asFormer())).to.equal(200);

    const finishing = verbatim(data, 'secret finish');
    await Promise.race([changeOfSecret(data, 1), finishing]);
    await server.kill();
    await finishing;
    server = await serveHere(data, env);
    const finished = await verbatim(data, 'secret finish');
    expect(await statusOf(asFormer()), finished.output).to.equal(401);
    expect(await statusOf(clientOf(() => server.base, present))).to.equal(200);
  });
});
