/** `verify` and `ledger witness`, on a whole service, and on a data folder that somebody changed. */
import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { open as openLmdb } from 'lmdb';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { tasks } from '../../src/cli/index.ts';
import type { Reply } from '../../src/cli/subcommand.ts';
import { builtProgram } from '../support/built-program.ts';
import { succeeded } from '../support/expect-answer.ts';
import { said } from '../support/messages.ts';
import { runningServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isEmbedded, storesFor } from '../support/test-stores.ts';
import { verbatim as typed } from './typed.ts';

const run = promisify(execFile);

describe('verification on the command line', () => {
  const server = runningServer();
  const folder = temporaryFolder();
  const witness = join(folder, 'checkpoints');
  before(async () => {
    for (let number = 0; number < 12; number += 1)
      succeeded(
        await server
          .as('member')
          .post('/messages', { type: 'stream', to: 'general', topic: 't', content: `word${number}` }),
      );
  });

  type Verified = { exit: number; printed: readonly string[]; complaints: string };
  /** Like an operator: in a separate process, with and without a running server. */
  const verifyAlone = async (): Promise<Verified> => {
    const env = { PATH: process.env.PATH, ...storesFor(server.data), VERBATIM_DATA: server.data };
    return run(process.execPath, [builtProgram(), 'verify'], { env }).then(
      ({ stdout, stderr }) => ({ exit: 0, printed: linesOf(stdout), complaints: stderr }),
      ({ code, stdout, stderr }) => ({ exit: code, printed: linesOf(stdout), complaints: stderr }),
    );
  };
  /** In this process, which starts no other. */
  const verify = async (...args: string[]): Promise<Verified> => {
    const env = { ...storesFor(server.data), VERBATIM_DATA: server.data };
    const { code, printed, complaints } = await typed(['verify', ...args].join(' '), env);
    return { exit: code, printed: printed, complaints };
  };
  const linesOf = (text: string): string[] => text.split('\n').slice(0, -1);
  async function verbatim(name: string, values: Readonly<Record<string, unknown>> = {}) {
    const task = tasks.find((known) => known.name === name);
    if (!task) throw new Error(`no task ${name}`);
    const [printed, complaints]: string[][] = [[], []];
    const reply: Reply = await perform(
      task,
      values,
      server.application,
      (line) => complaints?.push(line),
      (line) => printed?.push(line),
    );
    if (!reply.ok) throw new Error(reply.why);
    return { exit: reply.exit ?? 0, printed: printed ?? [], complaints: complaints ?? [], lines: reply.lines };
  }
  const sealed = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) await server.application.scrub();
  };

  it('reports that nothing was changed', async () => {
    await sealed();
    const { exit, printed } = await verify('--realm', 'dev');
    expect(printed.at(-1)).to.match(
      /^realm=dev origin=localhost\/audit\/dev size=[0-9]+ .* changed=0 missing=0 .* exit=0$/,
    );
    expect(exit).to.equal(0);
  });

  it('reports in one line that checkpoints cannot be kept', async () => {
    const into = (file: string) =>
      verbatim('ledger witness', { file }).then(
        () => '',
        ({ message }: Error) => message,
      );
    expect(await into(folder)).to.match(/^FILE: \/.* is not a file$/);
    expect(await into(join(folder, 'none/file'))).to.match(/^ENOENT: .*$/);
  });

  it('keeps checkpoints, each once, and compares with them', async () => {
    const first = await verbatim('ledger witness', { file: witness });
    expect(first.lines[0]).to.match(/kept=now$/);
    expect((await verbatim('ledger witness', { file: witness })).lines[0]).to.match(/kept=already$/);
    await said(server.as('member'), 'general', 't', 'more');
    await sealed();
    await verbatim('ledger witness', { file: witness });
    expect(readFileSync(witness, 'utf8').match(/^localhost\/audit\/dev$/gm)).to.have.length(2);
    expect((await verify('--checkpoint', witness)).exit).to.equal(0);
    const file = join(folder, 'changed');
    // More leaves than exist, as if the log were older than the file.
    writeFileSync(file, readFileSync(witness, 'utf8').replace(/^[0-9]+$/m, '99999'));
    const changed = await verify('--checkpoint', file);
    expect(changed.exit).to.equal(1);
    expect(changed.printed[0]).to.match(
      /^CHANGED \(the checkpoint that was kept, line 1: the signature of .* is wrong\)$/,
    );
  });

  it('distinguishes a deleted message from a missing one', async () => {
    const sent = await server
      .as('owner')
      .post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'gone' });
    succeeded(await server.as('owner').delete(`/messages/${sent.body.id}`));
    await sealed();
    const { exit, printed } = await verify('--json');
    const findings = printed.slice(0, -1).map((line) => JSON.parse(line) as { kind: string; by: string });
    // Not every log lets go of the bytes at once.
    if (isEmbedded) expect(findings.map(({ kind }) => kind)).to.deep.equal(['ERASED']);
    expect(exit).to.equal(0);
  });

  it('ends with 2 if nothing can be verified', async () => {
    const file = join(folder, 'broken');
    for (const [text, why] of [
      ['', /holds no checkpoint/],
      ['nonsense\n', /not the beginning of a checkpoint/],
    ] as const) {
      writeFileSync(file, text);
      const { exit, complaints } = await verify('--checkpoint', file);
      expect(complaints).to.match(why);
      expect(exit).to.equal(2);
    }
    writeFileSync(file, readFileSync(witness, 'utf8').replaceAll('localhost/audit/dev\n', 'localhost/audit/other\n'));
    const foreign = await verify('--checkpoint', file);
    expect(foreign.complaints).to.match(/is of localhost/);
    expect(foreign.exit).to.equal(2);
    expect((await verify('--checkpoint', join(folder, 'nowhere'))).exit).to.equal(2);
    expect(await verify('--realm', 'nowhere')).to.deep.equal({
      exit: 2,
      printed: [],
      complaints: 'verbatim: --realm: there is no organization nowhere (known: dev)',
    });
    for (const from of ['-1', 'x', '', '1e3', '0.5'])
      expect(await verify(`--from=${from}`)).to.deep.equal({
        exit: 2,
        printed: [],
        complaints: 'verbatim: --from: must be a whole number, 0 or more',
      });
  });

  it('ends with 2 for a log without an organization, such as that of another namespace', async () => {
    const data = temporaryFolder();
    await (await openLmdbEventLog(join(data, 'log'))).close();
    expect(await typed('verify', { VERBATIM_DATA: data })).to.deep.equal({
      code: 2,
      printed: [],
      complaints: 'verbatim: there is no organization in the log: nothing was verified',
    });
  });

  it('ends with 2 for a log whose file is missing or empty, or is a device', async () => {
    const data = temporaryFolder();
    await (await openLmdbEventLog(join(data, 'log'))).close();
    const file = join(data, 'log/log-1.mdb');
    const refusal = async () => {
      const { code, complaints } = await typed('verify', { VERBATIM_DATA: data });
      return [code, complaints];
    };
    rmSync(file);
    expect(await refusal()).to.deep.equal([2, `verbatim: there is no file log-….mdb in ${join(data, 'log')}`]);
    writeFileSync(file, '');
    expect(await refusal()).to.deep.equal([2, `verbatim: the event log ${file} is damaged: it is empty`]);
    rmSync(file);
    symlinkSync('/dev/zero', file);
    expect(await refusal()).to.deep.equal([2, `verbatim: the event log ${file} is damaged: it is empty`]);
  });

  it('ends with 2 if --from is after the end', async () => {
    const { exit, complaints } = await verify('--from', '99999');
    expect([exit, complaints]).to.deep.equal([2, 'verbatim: --from 99999: no ledger has so many leaves']);
  });

  it('reads the checkpoints of one organization from a file with those of all', async () => {
    const [second, all] = [join(folder, 'second'), join(folder, 'all')];
    await verbatim('realm create', { subdomain: 'second', 'owner-email': 'ann@second.example', 'owner-name': 'Ann' });
    await sealed();
    await verbatim('ledger witness', { file: all });
    expect((await verify('--realm', 'second', '--checkpoint', all)).exit).to.equal(0);
    await verbatim('ledger witness', { file: second, realm: 'second' });
    const other = await verify('--realm', 'dev', '--checkpoint', second);
    expect([other.exit, other.complaints]).to.deep.equal([
      2,
      'verbatim: no checkpoint that was kept is of localhost/audit/dev',
    ]);
  });

  const logFile = (): string => {
    const numbers = readdirSync(join(server.data, 'log')).map((name) => /^log-([0-9]+)\.mdb$/.exec(name)?.[1]);
    return join(server.data, `log/log-${Math.max(...numbers.map((number) => Number(number ?? 0)))}.mdb`);
  };
  /** Changes the stored text of one event. No server has it open. */
  async function changeStored(from: string, to: string): Promise<void> {
    const file = openLmdb({ path: logFile(), maxDbs: 3 });
    const stored = file.openDB<string, number>('events', { encoding: 'string' });
    const changed = [...stored.getRange()].filter(({ value }) => value.includes(from));
    expect(changed).to.have.length(1);
    for (const { key, value } of changed) await stored.put(key, value.replace(from, to));
    await file.close();
  }

  it('finds one byte that was changed in the file of the log, and an older folder that was put back', async function () {
    if (!isEmbedded) this.skip();
    await server.stop();
    const older = temporaryFolder();
    cpSync(server.data, older, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    await changeStored('"content":"word7"', '"content":"word8"');
    await server.start();
    const tampered = await verifyAlone();
    expect(tampered.exit).to.equal(1);
    expect(tampered.printed.filter((line) => line.startsWith('CHANGED'))).to.have.length(1);
    await said(server.as('member'), 'general', 't', 'later');
    await sealed();
    await verbatim('ledger witness', { file: witness });
    await server.stop();
    rmSync(join(server.data, 'log'), { recursive: true });
    cpSync(join(older, 'log'), join(server.data, 'log'), { recursive: true });
    await server.start();
    expect((await verify()).exit).to.equal(0);
    const caught = await verify('--checkpoint', witness);
    expect(caught.exit).to.equal(1);
    expect(caught.printed.filter((line) => line.startsWith('MISSING'))).to.have.length(1);
  });

  it('finds an event that names an organization that is not in the log, but is read as one of another', async function () {
    if (!isEmbedded) this.skip();
    await server.stop();
    const file = openLmdb({ path: logFile(), maxDbs: 3 });
    const stored = file.openDB<string, number>('events', { encoding: 'string' });
    const [last] = [...stored.getKeys({ reverse: true, limit: 1 })];
    const position = Number(last) + 1;
    const twice =
      '{"stream":"queue-9.x","stream":"message-1.99","revision":0,"id":"1","type":"MessageSent","data":{},"metadata":{}}';
    await stored.put(position, twice);
    for (const chosen of [[], ['--realm', 'second']]) {
      const { exit, printed } = await verify(...chosen);
      expect(exit).to.equal(1);
      expect(printed).to.include(`CHANGED (position ${position} cannot be read)`);
    }
    await stored.remove(position);
    await file.close();
    await server.start();
  });

  it('finds what was changed in a log on which no server starts', async function () {
    if (!isEmbedded) this.skip();
    await server.stop();
    const whole = temporaryFolder();
    cpSync(join(server.data, 'log'), whole, { recursive: true });
    rmSync(join(server.data, 'read-models'), { recursive: true });
    await changeStored('"content":"word5"', '"content";"word5"');
    const { exit, printed } = await verify();
    const wrong = printed.filter((line) => /^(CHANGED|MISSING|UNSEALED)/.test(line));
    expect(wrong).to.have.length(1);
    expect(wrong[0]).to.match(/^CHANGED index=[0-9]+ event=[0-9a-f-]{36}$/);
    expect(exit).to.equal(1);
    const own = { VERBATIM_SECRET: 'a secret that only tests know, long enough', VERBATIM_PORT: '0' };
    const env = { PATH: process.env.PATH, VERBATIM_DATA: server.data, ...own };
    const refused = await run(process.execPath, [builtProgram(), 'serve'], { env }).then(
      () => undefined,
      ({ stderr }: { stderr: string }) => stderr,
    );
    expect(refused).to.match(/the event at position [0-9]+ cannot be read: .* `verbatim verify` tells which/);
    truncateSync(logFile(), 10_000);
    const unreadable = await verify();
    expect(unreadable.complaints).to.match(/the event log .* is damaged/);
    expect(unreadable.exit).to.equal(2);
    cpSync(whole, join(server.data, 'log'), { recursive: true });
    await server.start();
  });
});
