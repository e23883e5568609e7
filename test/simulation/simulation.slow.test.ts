/** Some simulated worlds, each in which everything promised was kept. `SEED=…` repeats those of a run; `npm run simulate` makes more. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { bundled } from '../support/bundled.ts';
import { seedOfRun } from './chance.ts';

const seed = seedOfRun();
const worlds = 2;
const root = join(import.meta.dirname, '../..');

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
    program = bundled(join(import.meta.dirname, 'simulate.ts'));
  });

  it('keep every promise', () => {
    kept = simulate(program, '--acts', '100', '--seed', String(seed), '--worlds', String(worlds));
    expect(kept).to.have.length(worlds);
  });

  it('are the same again from the same seed', () => {
    expect(simulate(program, '--acts', '100', '--seed', String(seed + worlds - 1))).to.deep.equal(kept.slice(-1));
  });
});
