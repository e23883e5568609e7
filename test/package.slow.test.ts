/** The package that `npm pack` makes contains everything it needs but the packages that it names as dependencies. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { builtProgram } from './support/built-program.ts';
import { startChild } from './support/child-server.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const root = resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
};

describe('the package', () => {
  it('serves from a folder with nothing else in it', async () => {
    builtProgram();
    const folder = temporaryFolder();
    const modules = join(folder, 'node_modules');
    const packed = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    execFileSync('npm', packed, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    mkdirSync(modules);
    execFileSync('tar', ['xzf', join(folder, `verbatim-${manifest.version}.tgz`), '-C', modules]);
    for (const name of Object.keys(manifest.dependencies)) {
      mkdirSync(dirname(join(modules, name)), { recursive: true });
      symlinkSync(join(root, 'node_modules', name), join(modules, name));
    }

    const server = await startChild(join(folder, 'data'), {}, join(modules, 'package/bin/verbatim.js'));
    try {
      // So long a text is rendered on the worker thread, which is a file of its own.
      const content = 'a [link](http://a.example/) and *emphasis* '.repeat(200);
      const member = server.as('member');
      const { body } = await member.post('/messages', { type: 'stream', to: 'general', topic: 'long', content });
      expect(body).to.include({ result: 'success' });
      const read = await member.get(`/messages/${body.id}`);
      expect(read.body).to.include({ result: 'success' });
      expect(server.lines.filter((line) => line.includes('Warning'))).to.deep.equal([]);
    } finally {
      expect(await server.interrupt()).to.equal(0);
    }
  });
});
