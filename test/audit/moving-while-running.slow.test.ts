/** Export and import on the command line, with and without a running server. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { printedBy } from '../cli/typed.ts';
import { builtProgram } from '../support/built-program.ts';
import { clientOf } from '../support/client.ts';
import { type ServedHere, serveHere } from '../support/serve-here.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';

const run = promisify(execFile);

describe('moving an organization between running servers', () => {
  const folder = temporaryFolder();
  const env = {
    VERBATIM_MODE: 'production',
    VERBATIM_SECRET: 'a secret that only tests know, long enough',
    VERBATIM_DEFAULT_REALM: 'acme',
  };
  const [from, to] = [join(folder, 'from'), join(folder, 'to')];
  let key = '';
  let servers: ServedHere[] = [];
  const verbatim = async (data: string, ...args: string[]): Promise<string> =>
    (await run(builtProgram(), args, { cwd: folder, env: { ...process.env, ...env, VERBATIM_DATA: data } })).stdout;
  const ann = (server: ServedHere | undefined) =>
    clientOf(() => server?.base ?? '', { user_id: 3, full_name: '', email: 'ann@acme.example', api_key: key });

  before(async function () {
    this.timeout(120_000);
    const owner = "--owner-email ann@acme.example --owner-name 'Ann Owner'";
    const made = await printedBy(`realm create --subdomain acme ${owner}`, { ...env, VERBATIM_DATA: from });
    key = /api_key=(\S+)/.exec(made.output)?.[1] ?? '';
    servers = [await serveHere(from, { ...env, ...embedded }), await serveHere(to, { ...env, ...embedded })];
  });
  after(() => Promise.all(servers.map((server) => server.kill())));

  it('resolves file paths in the working directory of the command; keys and messages are valid at once', async () => {
    const sent = await ann(servers[0]).post('/messages', { type: 'private', to: [3], content: 'note to myself' });
    expect(sent.body).to.include({ result: 'success' });
    const before = await ann(servers[0]).get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    expect(await verbatim(from, 'export', '--realm', 'acme', '--out', 'acme.ndjson')).to.include('events=12');
    expect(readFileSync(join(folder, 'acme.ndjson'), 'utf8')).to.include('note to myself');

    expect((await ann(servers[1]).get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })).status).to.equal(
      401,
    );
    expect(await verbatim(to, 'import', 'acme.ndjson')).to.include('events_imported=12');
    const after = await ann(servers[1]).get('/messages', { anchor: 'newest', num_before: 10, num_after: 0 });
    expect(after.body).to.deep.equal(before.body);
  });
});
