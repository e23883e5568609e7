/** What is built, and when, in a small repository with builders that only write down that they ran. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect } from 'chai';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Fails if there is a file `broken`, after it has written half of its output. */
const builder = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
const part = process.argv.at(-1) === 'web' ? 'page' : 'program';
mkdirSync('dist/' + part, { recursive: true });
writeFileSync('dist/' + part + '/first-half.js', '');
if (existsSync('broken')) process.exit(1);
appendFileSync('ran', part + ' ');
`;

const old = new Date('2026-01-01T00:00:00Z');

describe('the build', () => {
  let root: string;
  beforeEach(() => {
    root = temporaryFolder();
    const files = ['src/a.ts', 'src/sub/b.ts', 'commands/c.ts', 'projections/d.ts', 'web/e.tsx', 'vite.config.ts'];
    const described = ['package.json', 'package-lock.json', 'tsconfig.json'];
    for (const file of [...files, ...described, 'node_modules/vite/bin/vite.js']) {
      mkdirSync(join(root, dirname(file)), { recursive: true });
      writeFileSync(join(root, file), file.endsWith('vite.js') ? builder : '');
    }
    writeFileSync(join(root, 'package.json'), '{ "type": "module" }');
    mkdirSync(join(root, 'bin'));
    cpSync(resolve(import.meta.dirname, '../../bin/build.js'), join(root, 'bin/build.js'));
    const folders = ['src', 'src/sub', 'commands', 'projections', 'web', 'bin', 'bin/build.js'];
    for (const path of [...files, ...described, ...folders]) utimesSync(join(root, path), old, old);
  });

  /** The parts that were built, and the exit code. */
  const build = (...args: readonly string[]): readonly [readonly string[], number | null] => {
    rmSync(join(root, 'ran'), { force: true });
    const { status } = spawnSync(process.execPath, [join(root, 'bin/build.js'), ...args], { stdio: 'ignore' });
    const ran = existsSync(join(root, 'ran')) ? readFileSync(join(root, 'ran'), 'utf8').trim().split(' ') : [];
    return [ran, status];
  };
  const ifOlder = () => build('--if-older', 'program', 'page');
  const both = [['program', 'page'], 0];
  const nothing = [[], 0];

  it('does not rebuild parts that are newer than their sources', () => {
    expect(ifOlder()).to.deep.equal(both);
    expect(ifOlder()).to.deep.equal(nothing);
  });

  it('builds every named part if --if-older is not given', () => {
    expect(build('program', 'page')).to.deep.equal(both);
    expect(build('program', 'page')).to.deep.equal(both);
    expect(ifOlder()).to.deep.equal(nothing);
  });

  it('rebuilds a part after one of its sources was changed', () => {
    ifOlder();
    writeFileSync(join(root, 'commands/c.ts'), 'changed');
    expect(ifOlder()).to.deep.equal([['program'], 0]);
    writeFileSync(join(root, 'package-lock.json'), 'changed');
    expect(ifOlder()).to.deep.equal(both);
    expect(ifOlder()).to.deep.equal(nothing);
  });

  it('rebuilds a part after one of its sources was removed', () => {
    ifOlder();
    rmSync(join(root, 'src/sub/b.ts'));
    expect(ifOlder()).to.deep.equal(both);
    rmSync(join(root, 'web/e.tsx'));
    expect(ifOlder()).to.deep.equal([['page'], 0]);
    expect(ifOlder()).to.deep.equal(nothing);
  });

  it('rebuilds a part whose folder was removed', () => {
    ifOlder();
    rmSync(join(root, 'dist/page'), { recursive: true });
    expect(ifOlder()).to.deep.equal([['page'], 0]);
  });

  it('rebuilds a part after its build has failed', () => {
    ifOlder();
    writeFileSync(join(root, 'broken'), '');
    expect(build('program')).to.deep.equal([[], 1]);
    expect(ifOlder()).to.deep.equal([[], 1]);
    rmSync(join(root, 'broken'));
    expect(ifOlder()).to.deep.equal([['program'], 0]);
  });

  it('lists its parts if none or an unknown one is named', () => {
    expect(build()).to.deep.equal([[], 2]);
    expect(build('pages')).to.deep.equal([[], 2]);
  });
});
