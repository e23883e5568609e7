/** The commands of docs/audit.md about exports and retention, as they stand there, against a service in a process of its own. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { builtProgram } from '../support/built-program.ts';
import { type ChildServer, startChild } from '../support/child-server.ts';
import type { Loose } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';

const run = promisify(execFile);
const page = readFileSync(resolve(import.meta.dirname, '../../docs/audit.md'), 'utf8');
const reason = 'Case 4711';

/** The commands of a chapter; a line that ends with a backslash goes on. */
function commandsOf(chapter: string): string[] {
  const text = page.split('\n## ').find((part) => part.startsWith(`${chapter}\n`)) ?? '';
  const lines = text.split('\n').flatMap((line) => (line.startsWith('    ') ? [line.slice(4)] : []));
  return lines.join('\n').replaceAll('\\\n', '').split('\n');
}

describe('the page for auditors', function () {
  this.timeout(60_000);
  const data = temporaryFolder();
  let server: ChildServer;
  before(async () => {
    server = await startChild(data, embedded);
  });
  after(() => server.kill());

  it('exports by the commands that it names', async () => {
    const [owner, member] = [server.as('owner'), server.as('member')];
    succeeded(await owner.post('/audit/auditors', { user_id: owner.account.user_id, reason }));
    succeeded(await member.post('/messages', { type: 'stream', to: 'general', topic: 'x', content: 'for review' }));
    const cwd = temporaryFolder();
    const env = {
      ...process.env,
      AUDITOR: `${owner.account.email}:${owner.account.api_key}`,
      VERBATIM: server.base,
      VERBATIM_DATA: data,
      ...embedded,
    };
    const say = async (command: string): Promise<string> => {
      const words = command
        .replaceAll('npx verbatim', `'${process.execPath}' '${builtProgram()}'`)
        .replaceAll('user_ids=[10]', `user_ids=[${member.account.user_id}]`)
        .replaceAll('--user 10', `--user ${member.account.user_id}`);
      return (await run('bash', ['-c', words], { cwd, env })).stdout;
    };
    const said: string[] = [];
    for (const command of commandsOf('Export')) {
      const isFile = command.includes('/file');
      while (
        isFile &&
        String((succeeded(await owner.get('/audit/exports/1', { reason })).export as Loose).state) === 'running'
      );
      said.push(await say(command));
    }
    expect(said[0]).to.contain('"state":"running"');
    expect(said.at(-1)).to.match(/\.rsmf: OK/);
    expect(said.find((text) => text.startsWith('file=')))
      .to.contain(`file=${join(cwd, 'review.zip')}`)
      .and.to.contain('messages=1');
  });

  it('says by the command that it names what retention would erase', async () => {
    succeeded(await server.as('owner').patch('/realm', { message_retention_days: 30 }));
    const [command = ''] = commandsOf('Retention');
    const words = command.replaceAll('npx verbatim', `'${process.execPath}' '${builtProgram()}'`);
    const { stdout } = await run('bash', ['-c', words], { env: { ...process.env, VERBATIM_DATA: data, ...embedded } });
    expect(stdout).to.match(/^private messages days=30 until=\S+ messages=0 events=0 bytes=0 held=0$/m);
  });
});
