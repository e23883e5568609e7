/** The recipes of docs/api.md, run as they stand there, against a server. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { builtProgram } from './support/built-program.ts';
import { follow } from './support/following.ts';
import { startServer, type TestServer } from './support/server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/api.md'), 'utf8');

/** The code below a heading. */
function recipe(heading: string): string {
  const code = page
    .split(`\n### ${heading}\n`)[1]
    ?.split(/\n```\w+\n/)[1]
    ?.split('\n```\n')[0];
  if (code === undefined) throw new Error(`docs/api.md has no recipe ${heading}`);
  return code;
}

const works = (command: string, ...args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore' }).status === 0;
const unless = (isMissing: boolean) => (isMissing ? it.skip : it);

describe('the recipes', () => {
  let server: TestServer;
  let folder: string;
  before(async () => {
    builtProgram();
    server = await startServer();
    folder = temporaryFolder();
    const { email, api_key } = server.as('bot').account;
    writeFileSync(join(folder, 'zuliprc'), `[api]\nemail=${email}\nkey=${api_key}\nsite=${server.base}\n`);
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(root, join(folder, 'node_modules/verbatim'));
  });
  after(() => server.stop());

  const start = (command: string, args: readonly string[], code: string) => {
    const child = spawn(command, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdin.end(code);
    return { child, errors: text(child.stderr), ended: once(child, 'exit') };
  };

  /** Runs it, and finds the message that it says it has sent. */
  async function sends(command: string, args: readonly string[], code: string): Promise<void> {
    const { child, errors, ended } = start(command, args, code);
    const output = await text(child.stdout);
    expect((await ended)[0], await errors).to.equal(0);
    const id = Number(/id"?'?: ?(\d+)/.exec(output)?.[1]);
    const { body } = await server.as('member').get(`/messages/${id}`);
    expect(body, output).to.include({ raw_content: 'Version **1.2** is out' });
  }

  unless(!works('curl', '--version'))('curl (needs curl)', () => sends('sh', ['-e'], recipe('curl')));

  unless(!works('python3', '-c', 'import zulip'))('Python (needs python3 and the package zulip)', () =>
    sends('python3', ['-'], recipe('Python')),
  );

  it('JavaScript', () => sends(process.execPath, ['--input-type=module'], recipe('JavaScript')));

  it('a bot', async () => {
    const { child, errors, ended } = start(process.execPath, ['--input-type=module'], recipe('A bot'));
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    expect(line).to.match(/^following queue \d+:\d+$/);
    const member = server.as('member');
    const queue = await follow(member, { event_types: ['message'] });
    const place = { type: 'stream', to: 'general', topic: 'ping' };
    await member.post('/messages', { ...place, content: 'nobody in particular' });
    await member.post('/messages', { ...place, content: `@**${server.as('bot').account.full_name}** ping` });
    const heard: unknown[] = [];
    while (heard.length < 3) heard.push(...(await queue.awaited()).map(({ message }) => message?.content));
    expect(heard.at(-1)).to.equal('pong');
    child.kill('SIGTERM');
    expect((await ended)[0], await errors).to.equal(0);
    expect(await errors).to.equal('');
  });
});
