/** Some simulated worlds, each in which everything promised was kept. `SEED=…` repeats those of a run; `npm run simulate` makes more. */
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildSync } from 'esbuild';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { seedOfRun } from './chance.ts';

const seed = seedOfRun();
const worlds = 4;
const root = join(import.meta.dirname, '../..');

/** One file, because a start from the sources takes four seconds of processor time. */
function programOfSimulation(): string {
  const folder = temporaryFolder();
  const program = join(folder, 'simulate.mjs');
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const entryPoints = [join(import.meta.dirname, 'simulate.ts')];
  buildSync({ entryPoints, outfile: program, bundle: true, packages: 'external', platform: 'node', format: 'esm' });
  return program;
}

/** In a process of its own, because a simulation replaces Node's clock, timers and random numbers. */
function simulate(program: string, ...given: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status, stderr).to.equal(0);
  return stdout.trim().split('\n');
}

describe(`simulated worlds (SEED=${seed})`, () => {
  let program: string;
  let kept: string[];
  before(() => {
    program = programOfSimulation();
  });

  it('keep every promise', () => {
    kept = simulate(program, '--acts', '200', '--seed', String(seed), '--worlds', String(worlds));
    expect(kept).to.have.length(worlds);
  });

  it('are the same again from the same seed', () => {
    expect(simulate(program, '--acts', '200', '--seed', String(seed + worlds - 1))).to.deep.equal(kept.slice(-1));
  });
});
