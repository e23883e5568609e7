/** The commands of docs/export-format.md work on a real export. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { exportTo } from '../../src/audit/export.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { mixedLog } from './log-fixture.ts';

const page = readFileSync(resolve(import.meta.dirname, '../../docs/export-format.md'), 'utf8');
const run = promisify(execFile);

describe('docs/export-format.md', () => {
  it('has pairs of commands that print the same', async () => {
    const folder = temporaryFolder();
    const log = await mixedLog();
    await exportTo(log, { realm: 1, path: join(folder, 'acme.ndjson') });
    await log.close();
    const blocks = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '');
    expect(blocks).to.have.length(2);
    for (const block of blocks) {
      const { stdout } = await run('bash', ['-c', block], { cwd: folder });
      const [first, second, ...more] = stdout.trim().split('\n');
      expect(first).to.match(/^[0-9a-f]{16,64}$/);
      expect([second, ...more]).to.deep.equal([first]);
    }
  });

  it('names every field of every line', async () => {
    const path = join(temporaryFolder(), 'x.ndjson');
    const log = await mixedLog();
    await exportTo(log, { realm: 1, path });
    await log.close();
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const named = [lines[0], lines[1], lines.at(-1)].flatMap((line) => {
      const { end, ...fields } = JSON.parse(line ?? '') as { end?: object };
      return [...Object.keys(fields), ...Object.keys(end ?? {}).map((name) => `end.${name}`)];
    });
    expect(named).to.have.length.greaterThan(14);
    for (const name of named) expect(page).to.include(`\`${name}\``);
  });
});
