/** How a replica's process is scheduled: it takes no time from the service. */
import { execFileSync, spawnSync } from 'node:child_process';
import { expect } from 'chai';
import { idleNode } from '../../src/past/idle.ts';

/** SCHED_IDLE, in the forty-first field of `/proc/<pid>/stat`: the policy. */
const idle = 5;
const ownPolicy = `
const fields = require('node:fs').readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
console.log(process.execArgv.join(' '), fields[41 - 3]);
`;

describe('a process that runs only when no other needs the processor', () => {
  it('has the policy "idle" if the machine has chrt of util-linux, and the options of Node', function () {
    if (spawnSync('chrt', ['-i', '0', 'true']).status !== 0) this.skip();
    const { execPath, execArgv } = idleNode(['--no-warnings', '-e', ownPolicy]);
    const printed = execFileSync(execPath, execArgv, { encoding: 'utf8' }).trim();
    expect(printed.startsWith('--no-warnings')).to.equal(true);
    expect(printed.endsWith(` ${idle}`)).to.equal(true);
  });
});
