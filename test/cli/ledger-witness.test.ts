/** `ledger witness` on a whole service whose log was replaced: it appends nothing to a file that contradicts the ledger. */
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { newestSeal } from '../../src/audit/continued-ledger.ts';
import { perform } from '../../src/cli/control-socket.ts';
import { ledgerWitness } from '../../src/cli/ledger-witness.ts';
import { realmCreate } from '../../src/cli/realm.ts';
import { userCreate } from '../../src/cli/user.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { asOrdinaryUser } from '../support/client.ts';
import { appendEvents } from '../support/engine.ts';
import { succeeded } from '../support/expect-answer.ts';
import { happened, realmId } from '../support/given.ts';
import { runningServer } from '../support/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isEmbedded, storesFor } from '../support/test-stores.ts';
import { verbatim as typed } from './typed.ts';

describe('verbatim ledger witness', () => {
  const server = runningServer();
  const folder = temporaryFolder();

  const send = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number += 1)
      succeeded(
        await server
          .as('member')
          .post('/messages', { type: 'stream', to: 'general', topic: 't', content: `w${number}` }),
      );
    for (let round = 0; round < 3; round += 1) await server.application.scrub();
  };
  async function witness(file: string) {
    const complaints: string[] = [];
    const reply = await perform(ledgerWitness, { file }, server.application, (line) => complaints.push(line));
    return { reply, complaints: complaints.join('\n') };
  }
  const text = (file: string): string => readFileSync(file, 'utf8');

  it('appends while the ledger continues what the file has', async () => {
    const file = join(folder, 'grown');
    for (const count of [1, 3]) {
      await send(count);
      const { reply, complaints } = await witness(file);
      expect(complaints).to.equal('');
      expect(reply).to.have.property('ok', true);
      expect(reply).not.to.have.property('exit');
    }
    expect(text(file).match(/^localhost\/audit\/dev$/gm)).to.have.length(2);
  });

  it('appends nothing for an organization whose log is older or contradicts the checkpoints', async function () {
    if (!isEmbedded) this.skip();
    const file = join(folder, 'rewritten');
    const owner = { 'owner-email': 'owner@other.example', 'owner-name': 'Olga Owner' };
    await perform(realmCreate, { subdomain: 'other', ...owner }, server.application, () => undefined);
    await send(1);
    await server.stop();
    const older = temporaryFolder();
    cpSync(join(server.data, 'log'), older, { recursive: true });
    await server.start();
    await send(4);
    await witness(file);
    const before = text(file);
    await server.stop();
    rmSync(join(server.data, 'log'), { recursive: true });
    cpSync(older, join(server.data, 'log'), { recursive: true });
    await server.start();
    const both =
      /^verbatim: realm_id=1: the ledger \(size=[0-9]+ root=\S+\) does not continue the checkpoint in line 1 of \S+ \(size=[0-9]+ root=\S+\): (.*); nothing was appended for this organization$/;
    const shorter = await witness(file);
    expect(both.exec(shorter.complaints)?.[1]).to.equal('the ledger has fewer leaves');
    const sizeOfOther = Number(/^localhost\/audit\/other\n([0-9]+)$/m.exec(before)?.[1]);
    const already = `realm_id=2 size=${sizeOfOther} kept=already`;
    expect(shorter.reply).to.deep.equal({ ok: true, lines: [already], exit: 1 });
    expect(text(file)).to.equal(before);
    const person = { realm: 'other', email: 'mary@other.example', name: 'Mary Member' };
    await perform(userCreate, person, server.application, () => undefined);
    await send(8);
    const other = await witness(file);
    expect(both.exec(other.complaints)?.[1]).to.match(/another root than the checkpoint that was kept, line 1$/);
    const appended = text(file).slice(before.length);
    const [, size] = /^localhost\/audit\/other\n([0-9]+)\n/.exec(appended) ?? [];
    expect(Number(size)).to.be.greaterThan(sizeOfOther);
    expect(other.reply).to.deep.equal({ ok: true, lines: [`realm_id=2 size=${size} kept=now`], exit: 1 });
    expect(appended).not.to.include('audit/dev');

    const foreign = `${text(file)}${before.replaceAll('localhost/', 'elsewhere/')}`;
    const mixed = join(folder, 'mixed');
    writeFileSync(mixed, foreign);
    const ofBoth = await witness(mixed);
    expect(ofBoth.reply, 'also beside checkpoints of another service').to.deep.equal({ ok: true, lines: [], exit: 1 });
    expect(ofBoth.complaints).to.include('another root').and.include('is of elsewhere/audit/dev, which is not here');
    expect(text(mixed)).to.equal(foreign);

    chmodSync(file, 0o444);
    const unwritten = await asOrdinaryUser([folder], () => witness(file));
    expect(unwritten.reply, 'also where the file cannot be written').to.deep.equal({ ok: true, lines: [], exit: 1 });
    const [first = '', second] = unwritten.complaints.split('\n');
    expect(both.exec(first)?.[1]).to.match(/another root/);
    expect(second).to.equal(`verbatim: EACCES: permission denied, open '${file}'`);
  });

  it('appends nothing to a file that it cannot read, and names the line', async () => {
    const file = join(folder, 'broken');
    await witness(file);
    const good = text(file);
    const before = `${good}junk\n`;
    writeFileSync(file, before);
    const why = `FILE: ${file}: line ${good.split('\n').length} is not the beginning of a checkpoint`;
    expect((await witness(file)).reply).to.deep.equal({ ok: false, why, misused: true });
    expect(text(file)).to.equal(before);
  });

  it('appends nothing to a file with checkpoints of another service, which would never be compared', async () => {
    const file = join(folder, 'foreign');
    await witness(file);
    const before = text(file).replace('localhost/audit/dev', 'elsewhere/audit/dev');
    writeFileSync(file, before);
    const why = `FILE: ${file}: the checkpoint in line 1 is of elsewhere/audit/dev, which is not here`;
    expect((await witness(file)).reply).to.deep.equal({ ok: false, why, misused: true });
    expect(text(file)).to.equal(before);
  });

  it('refuses a file that is too long for a string', async () => {
    const large = join(folder, 'large');
    writeFileSync(large, '');
    truncateSync(large, 3 * 2 ** 30);
    const why = `FILE: ${large}: File size (3221225472) is greater than 2 GiB`;
    expect((await witness(large)).reply).to.deep.equal({ ok: false, why, misused: true });
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const pipeWhy = `FILE: ${pipe} is not a file`;
    expect((await witness(pipe)).reply).to.deep.equal({ ok: false, why: pipeWhy, misused: true });
  });

  it('appends no checkpoint whose signature is wrong, also as the first one', async () => {
    await send(1);
    const { log } = server.application;
    const seal = await newestSeal(log, realmId);
    if (!seal) throw new Error('there is one');
    // Only the last bytes of the signature differ.
    const broken = seal.data.checkpoint.replace(/.{7}=\n$/, 'AAAAAAA=\n');
    await appendEvents(log, [
      happened(logStream.ledger(realmId), 'LedgerSealed', { ...seal.data, checkpoint: broken }),
    ]);
    const file = join(folder, 'unsigned');
    const { reply, complaints } = await witness(file);
    expect(complaints).to.match(
      /^verbatim: realm_id=1: the newest checkpoint of the ledger: the signature of localhost\/audit\/dev \([0-9a-f]{8}\) is wrong; nothing was/,
    );
    expect(reply).to.include({ ok: true, exit: 1 });
    expect(text(file)).not.to.include('audit/dev');
  });

  it('ends with 2 if it cannot decide', async () => {
    const file = join(folder, 'nowhere');
    const { code } = await typed(`ledger witness ${file}`, {
      ...storesFor(folder),
      VERBATIM_DATA: join(folder, 'none'),
    });
    expect([code, existsSync(file)]).to.deep.equal([2, false]);
  });
});
