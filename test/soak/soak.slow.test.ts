/** A short soak, in which everything that was promised was kept, and the service was killed. `npm run soak` makes longer ones. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect } from 'chai';
import { seedOfRun } from '../simulation/chance.ts';
import { builtProgram } from '../support/built-program.ts';

const seed = seedOfRun();
const options = '--minutes 0.06 --users 10 --nasty 4 --pause 0.5 --disk 512 --no-filling --rough-only';

describe(`a soak of four seconds (SEED=${seed})`, () => {
  it('is clean', () => {
    builtProgram();
    const program = join(import.meta.dirname, 'soak.ts');
    const given = ['--import=tsx', program, ...options.split(' '), '--seed', String(seed)];
    const { status, stdout, stderr } = spawnSync(process.execPath, given, {
      cwd: join(import.meta.dirname, '../..'),
      encoding: 'utf8',
    });
    expect(status, `${stdout}\n${stderr}`).to.equal(0);
    expect(stdout).to.match(/kills [1-9]/);
  });
});
