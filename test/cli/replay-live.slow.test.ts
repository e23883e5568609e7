/** Replays of the log of a running service, as its operator types them: it serves on, and each look is on record before it is answered. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { builtProgram } from '../support/built-program.ts';
import { type ChildServer, startChild } from '../support/child-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { storesFor } from '../support/test-stores.ts';

describe('replaying a live log', function () {
  this.timeout(120_000);
  const data = temporaryFolder();
  let server: ChildServer;
  before(async () => {
    server = await startChild(data);
    const member = server.as('member');
    for (const content of ['a plan', 'another plan'])
      await member.post('/messages', { type: 'stream', to: 'general', topic: 'plans', content });
  });
  after(async () => {
    await server.kill();
  });

  const verbatim = (...args: string[]) => {
    const env = { ...process.env, VERBATIM_DATA: data, ...storesFor(data) };
    const { status, stdout, stderr } = spawnSync(process.execPath, [builtProgram(), ...args], {
      env,
      encoding: 'utf8',
    });
    return { status, lines: stdout.trimEnd().split('\n'), stderr };
  };

  /** What the log says of those who looked. */
  const looks = (): { operation: string; reason: string; through: string; parameters: object }[] => {
    const out = join(temporaryFolder(), 'export.ndjson');
    expect(verbatim('export', '--out', out).status).to.equal(0);
    const events = readFileSync(out, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return events.filter(({ type }) => type === 'AuditAccessed').map(({ data: access }) => access);
  };

  it('asks for a reason, and reads nothing without one', () => {
    expect(verbatim('replay')).to.deep.include({
      status: 2,
      stderr: 'verbatim: --reason is missing: a look at a live log is put on record\n',
    });
    expect(looks()).to.deep.equal([]);
  });

  it('gives the same digests as an export of it, and records the look', () => {
    const out = join(temporaryFolder(), 'export.ndjson');
    expect(verbatim('export', '--out', out).status).to.equal(0);
    const live = verbatim('replay', '--reason', 'Case 4711', '--realm', 'dev');
    expect(live.stderr).to.equal('');
    // An export leaves the ledger out, which belongs to the log that it was sealed in. The trail holds positions in the log.
    const models = (lines: string[]): string[] => lines.filter((line) => /^model=(?!ledger |trail )/.test(line));
    expect(models(live.lines)).to.have.length.above(5);
    const exported = verbatim('replay', '--export', out, '--realm', 'dev');
    expect(models(exported.lines)).to.deep.equal(models(live.lines));
    expect(looks()).to.deep.equal([
      { ...looks()[0], operation: 'verbatim replay', reason: 'Case 4711', through: 'command line', parameters: {} },
    ]);
  });

  it('traces and compares, while the service goes on', async () => {
    const { lines, status } = verbatim('trace', '1', '--reason', 'Case 4711');
    expect(status).to.equal(0);
    expect(lines.join('\n')).to.match(/^\* position=\d+ \S+ MessageSent message-1\.1 actor=\d+/m);
    const sent = await server
      .as('member')
      .post('/messages', { type: 'stream', to: 'general', topic: 'plans', content: 'x' });
    expect(sent.body).to.include({ result: 'success' });
    const after = /position=(\d+)/.exec(lines[0] ?? '')?.[1];
    const diff = verbatim('diff', '--from', `position:${after}`, '--reason', 'Case 4711');
    expect(diff.lines.join('\n')).to.include('another plan');
    expect(looks().map(({ operation }) => operation)).to.deep.equal([
      'verbatim replay',
      'verbatim trace',
      'verbatim diff',
    ]);
  });

  it('builds the read models again beside those in use, and finds them equal', () => {
    const { lines, status, stderr } = verbatim('rebuild', '--verify');
    expect(stderr).to.equal('');
    expect(status).to.equal(0);
    expect(lines.join('\n')).to.match(/^model=messages documents=[1-9]\d* equal$/m);
    expect(verbatim('rebuild', 'users', '--verify').lines).to.have.length(1);
    expect(verbatim('rebuild').lines.join()).to.match(/^events=\d+ position=\d+ seconds=[\d.]+ exchanged$/);
    expect(verbatim('rebuild', 'users').stderr).to.match(/^all read models stand under one checkpoint/);
    expect(verbatim('rebuild', 'none').status).to.equal(2);
    expect(verbatim('rebuild', 'none', '--verify').stderr).to.match(/^verbatim: there is no read model none: realms, /);
  });

  it('reads the log itself where no server runs', async () => {
    await server.interrupt();
    const { lines, status } = verbatim('trace', '1', '--reason', 'Case 4711');
    expect(status).to.equal(0);
    expect(lines.join('\n')).to.include('MessageSent');
  });
});
