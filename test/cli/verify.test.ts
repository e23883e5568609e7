/** `verify` and `ledger witness`, on a whole service, and on a data folder that somebody changed. */
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { open as openLmdb } from 'lmdb';
import { perform } from '../../src/cli/control-socket.ts';
import { tasks } from '../../src/cli/index.ts';
import type { Reply } from '../../src/cli/subcommand.ts';
import { succeeded } from '../support/expect-answer.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isEmbedded } from '../support/test-stores.ts';

describe('verification on the command line', () => {
  let server: TestServer;
  const folder = temporaryFolder();
  const witness = join(folder, 'checkpoints');
  before(async () => {
    server = await startServer();
    for (let number = 0; number < 12; number += 1)
      succeeded(
        await server
          .as('member')
          .post('/messages', { type: 'stream', to: 'general', topic: 't', content: `word${number}` }),
      );
  });
  after(() => server.stop());

  async function verbatim(name: string, values: Readonly<Record<string, unknown>> = {}) {
    const task = tasks.find((known) => known.name === name);
    if (!task) throw new Error(`no task ${name}`);
    const [printed, told]: string[][] = [[], []];
    const reply: Reply = await perform(
      task,
      values,
      server.application,
      (line) => told?.push(line),
      (line) => printed?.push(line),
    );
    if (!reply.ok) throw new Error(reply.why);
    return { exit: reply.exit ?? 0, printed: printed ?? [], told: told ?? [], lines: reply.lines };
  }
  const sealed = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) await server.application.scrub();
  };

  it('says that nothing was touched', async () => {
    await sealed();
    const { exit, printed } = await verbatim('verify', { realm: 'dev' });
    expect(printed.at(-1)).to.match(
      /^realm=dev origin=localhost\/audit\/dev size=[0-9]+ .* changed=0 missing=0 .* exit=0$/,
    );
    expect(exit).to.equal(0);
  });

  it('keeps checkpoints, each once, and compares with them', async () => {
    const first = await verbatim('ledger witness', { file: witness });
    expect(first.lines[0]).to.match(/kept=now$/);
    expect((await verbatim('ledger witness', { file: witness })).lines[0]).to.match(/kept=already$/);
    succeeded(
      await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'more' }),
    );
    await sealed();
    await verbatim('ledger witness', { file: witness });
    expect(readFileSync(witness, 'utf8').match(/^localhost\/audit\/dev$/gm)).to.have.length(2);
    expect((await verbatim('verify', { checkpoint: witness })).exit).to.equal(0);
  });

  it('tells a deleted message from a missing one', async () => {
    const sent = await server
      .as('owner')
      .post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'gone' });
    succeeded(await server.as('owner').delete(`/messages/${sent.body.id}`));
    await sealed();
    const { exit, printed } = await verbatim('verify', { json: true });
    const findings = printed.slice(0, -1).map((line) => JSON.parse(line) as { kind: string; by: string });
    // Not every log lets go of the bytes at once.
    if (isEmbedded) expect(findings.map(({ kind }) => kind)).to.deep.equal(['ERASED']);
    expect(exit).to.equal(0);
  });

  it('answers 2 where nothing can be told', async () => {
    const file = join(folder, 'broken');
    for (const [text, why] of [
      ['', /holds no checkpoint/],
      ['nonsense\n', /no checkpoint/],
      [readFileSync(witness, 'utf8').replaceAll('localhost/audit/dev\n', 'localhost/audit/other\n'), /is of localhost/],
    ] as const) {
      writeFileSync(file, text);
      const { exit, told } = await verbatim('verify', { checkpoint: file });
      expect(told.join()).to.match(why);
      expect(exit).to.equal(2);
    }
    expect((await verbatim('verify', { checkpoint: join(folder, 'nowhere') })).exit).to.equal(2);
  });

  it('finds one byte that was changed in the file of the log, and an older folder that was put back', async function () {
    if (!isEmbedded) this.skip();
    await server.stop();
    const older = temporaryFolder();
    cpSync(server.data, older, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    const newest = Math.max(
      ...readdirSync(join(server.data, 'log')).map((name) => Number(/^log-([0-9]+)\.mdb$/.exec(name)?.[1] ?? 0)),
    );
    const file = openLmdb({ path: join(server.data, `log/log-${newest}.mdb`), maxDbs: 3 });
    const stored = file.openDB<string, number>('events', { encoding: 'string' });
    let changed = 0;
    for (const { key, value } of [...stored.getRange()]) {
      if (!value.includes('"content":"word7"')) continue;
      await stored.put(key, value.replace('"content":"word7"', '"content":"word8"'));
      changed += 1;
    }
    await file.close();
    expect(changed).to.equal(1);
    await server.start();
    const tampered = await verbatim('verify');
    expect(tampered.exit).to.equal(1);
    expect(tampered.printed.filter((line) => line.startsWith('CHANGED'))).to.have.length(1);
    succeeded(
      await server.as('member').post('/messages', { type: 'stream', to: 'general', topic: 't', content: 'later' }),
    );
    await sealed();
    await verbatim('ledger witness', { file: witness });
    await server.stop();
    rmSync(join(server.data, 'log'), { recursive: true });
    cpSync(join(older, 'log'), join(server.data, 'log'), { recursive: true });
    await server.start();
    expect((await verbatim('verify')).exit).to.equal(0);
    const caught = await verbatim('verify', { checkpoint: witness });
    expect(caught.exit).to.equal(1);
    expect(caught.printed.filter((line) => line.startsWith('MISSING'))).to.have.length(1);
  });
});
