/** The README and the pages for operators are true: commands run as they stand, and so do the ones that the first start prints. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { ownSubcommands, tasks } from '../src/cli/index.ts';
import { type ChildServer, startChild } from './support/child-server.ts';
import { settingsTable } from './support/settings-table.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const read = (path: string): string => readFileSync(resolve(import.meta.dirname, '..', path), 'utf8');
const run = promisify(execFile);

describe('the README', () => {
  const folder = temporaryFolder();
  let server: ChildServer;
  before(async () => {
    server = await startChild(join(folder, 'data'));
  });
  after(() => server.kill());

  it('has commands that work: send, register a queue, poll it', async () => {
    const block = /```sh\n([\s\S]*?)```/.exec(read('README.md'))?.[1] ?? '';
    const script = block.replaceAll('http://127.0.0.1:9991', server.base);
    expect(script).to.include(server.base);
    expectThreeAnswers((await run('bash', ['-c', script], { cwd: folder })).stdout);
  });

  it('has the same commands as the output of the start', async () => {
    const printed = server.lines.filter((line) => line.startsWith('curl '));
    expect(printed).to.have.length(3);
    expectThreeAnswers((await run('bash', ['-c', printed.join('\n')], { cwd: folder })).stdout);
  });
});

describe('pages for operators', () => {
  it('docs/command-line.md lists every command', () => {
    const page = read('docs/command-line.md');
    const listed = [...page.matchAll(/^\| `npx verbatim ([a-z -]+)` \|/gm)].map(([, name]) => name);
    const names = [...ownSubcommands, ...tasks.filter(({ summary }) => summary !== undefined)].map(({ name }) => name);
    expect(listed).to.have.members(names);
  });

  it('docs/settings.md lists every setting with its default and meaning', () => {
    const table = /<!-- settings -->\n([\s\S]*?)<!-- \/settings -->/.exec(read('docs/settings.md'))?.[1]?.trim();
    expect(table).to.equal(settingsTable().trim());
  });
});

function expectThreeAnswers(output: string): void {
  const answers = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(answers.map((answer) => answer.result)).to.deep.equal(['success', 'success', 'success']);
  expect(answers[0]).to.have.property('id');
  expect(answers[1]).to.have.property('queue_id');
  expect(answers[2]).to.have.property('queue_id', answers[1]?.queue_id);
}
