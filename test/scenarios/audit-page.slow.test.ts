/** Runs the commands of docs/audit.md unchanged against a service. It and the commands of `verbatim` run in this process. */
import { execFile } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { printedBy } from '../cli/typed.ts';
import { type Loose, list } from '../support/client.ts';
import { succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { serveHere } from '../support/serve-here.ts';
import { openWithReplicasHere } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { embedded } from '../support/test-stores.ts';

const run = promisify(execFile);
const page = readFileSync(resolve(import.meta.dirname, '../../docs/audit.md'), 'utf8');
const reason = 'Case 4711';

/** The commands of a chapter; a line that ends with a backslash continues on the next one. */
function commandsOf(chapter: string): string[] {
  const text = page.split('\n## ').find((part) => part.startsWith(`${chapter}\n`)) ?? '';
  const lines = text.split('\n').flatMap((line) => (line.startsWith('    ') ? [line.slice(4)] : []));
  return lines.join('\n').replaceAll('\\\n', '').split('\n');
}

describe('the page for auditors', function () {
  this.timeout(60_000);
  const data = temporaryFolder();
  let server: Awaited<ReturnType<typeof serveHere>>;
  before(async () => {
    server = await serveHere(data, embedded, openWithReplicasHere);
  });
  after(() => server.kill());

  /** Runs a command of the page, with other values in place of some of its own. */
  const sayer =
    (cwd = temporaryFolder()) =>
    async (command: string, instead: Readonly<Record<string, string>> = {}): Promise<string> => {
      const { account } = server.as('auditor');
      const env = { ...process.env, AUDITOR: `${account.email}:${account.api_key}`, VERBATIM: server.base };
      const words = Object.entries(instead).reduce((text, [one, other]) => text.replaceAll(one, other), command);
      const ofVerbatim = /^(?:npx )?verbatim (.+)$/.exec(words)?.[1];
      if (ofVerbatim === undefined) return (await run('bash', ['-c', words], { cwd, env })).stdout;
      const line = ofVerbatim.replace('--out ', `--out ${cwd}/`);
      const { code, output } = await printedBy(line, { VERBATIM_DATA: data, ...embedded });
      expect(code, output).to.equal(0);
      return output;
    };
  /** Resolves when everything up to now is in the ledger. */
  const sealed = async ({ application } = server): Promise<void> =>
    application.sealed(1 as RealmId, await application.log.tail());
  const done = (answer: string): Loose => {
    expect(answer).to.include('"result":"success"');
    return JSON.parse(answer) as Loose;
  };

  it('finds, holds and erases with the named commands', async () => {
    const [member, spare] = [server.as('member'), server.as('spare')];
    const message = { type: 'stream', to: 'general', topic: 'x', content: 'to be found' };
    const { id } = succeeded(await member.post('/messages', message));
    const { stream_id: streamId } = succeeded(await member.get('/get_stream_id', { stream: 'general' }));
    const say = sayer();
    const moment = { '2026-11-22T14:34:00Z': new Date().toISOString() };
    for (const command of commandsOf('Find')) done(await say(command, { ...moment, '/4711': `/${id}` }));
    for (const command of commandsOf('Hold'))
      done(await say(command, { '[10]': `[${member.account.user_id}]`, '[7]': `[${streamId}]` }));
    succeeded(await server.as('owner').delete(`/users/${spare.account.user_id}`));
    const [preview, erasure] = commandsOf('Erase');
    const whom = { 'user_id=10': `user_id=${spare.account.user_id}` };
    expect(done(await say(preview ?? '', whom))).to.include.keys('messages', 'events', 'bytes', 'held');
    expect(done(await say(erasure ?? '', whom))).to.include.keys('id', 'state');
  });

  it('keeps checkpoints and verifies with the named commands', async () => {
    await sealed();
    const file = join(temporaryFolder(), 'checkpoints');
    const commands = commandsOf('Prove').filter((command) => command.startsWith('verbatim '));
    expect(commands).to.have.length(2);
    for (const command of commands) await sayer()(command, { '/mnt/elsewhere/checkpoints': file });
    expect(readFileSync(file, 'utf8')).to.match(/\/audit\/dev\n\d+\n/);
  });

  it('proves a message with the named commands', async () => {
    const folder = temporaryFolder();
    copyFileSync(resolve(import.meta.dirname, '../../examples/verify-proof.mjs'), join(folder, 'verify-proof.mjs'));
    const say = sayer(folder);
    const owner = server.as('owner');
    const { id } = succeeded(
      await owner.post('/messages', { type: 'private', to: [owner.account.user_id], content: 'proved' }),
    );
    const commands = commandsOf('Prove').filter((command) => !command.startsWith('verbatim '));
    const [trail = '', proof = '', key = '', exported = '', line = '', verify = ''] = commands;
    expect(commands).to.have.length(6);
    await sealed();
    const { records } = done(await say(trail, { '/4711': `/${id}` }));
    const $EVENT = String(list(records)[0]?.id);
    await say(proof, { $EVENT });
    const { keys } = done(await say(key)) as unknown as { keys: { verifier: string }[] };
    await say(exported);
    await say(line, { $EVENT });
    expect(await say(verify, { $KEY: keys.at(-1)?.verifier ?? '' })).to.match(
      /^proved: leaf \d+ of \d+ in .*\/audit\/dev/,
    );
  });

  it('pushes with the named commands', async () => {
    const say = sayer();
    const commands = commandsOf('Push');
    expect(commands).to.have.length(6);
    for (const command of commands) done(await say(command));
    expect(succeeded(await server.as('auditor').get('/audit/sinks')).sinks).to.have.length(1);
  });

  it('exports with the named commands', async () => {
    const [auditor, member] = [server.as('auditor'), server.as('member')];
    await said(member, 'general', 'x', 'for review');
    const cwd = temporaryFolder();
    const speak = sayer(cwd);
    const say = (command: string): Promise<string> =>
      speak(command, {
        'user_ids=[10]': `user_ids=[${member.account.user_id}]`,
        '--user 10': `--user ${member.account.user_id}`,
      });
    const answers: string[] = [];
    for (const command of commandsOf('Export')) {
      const isFile = command.includes('/file');
      while (
        isFile &&
        String((succeeded(await auditor.get('/audit/exports/1', { reason })).export as Loose).state) === 'running'
      );
      answers.push(await say(command));
    }
    expect(answers[0]).to.contain('"state":"running"');
    expect(answers.at(-1)).to.match(/\.rsmf: OK/);
    expect(answers.find((text) => text.startsWith('file=')))
      .to.contain(`file=${join(cwd, 'review.zip')}`)
      .and.to.contain('messages=2');
  });

  it('shows with the named command what retention would erase', async () => {
    succeeded(await server.as('owner').patch('/realm', { message_retention_days: 30 }));
    const [command = ''] = commandsOf('Retention');
    expect(await sayer()(command)).to.match(/^private messages days=30 until=\S+ messages=0 events=0 bytes=0 held=0$/m);
  });
});
