/** Replays of the log of a running service, as its operator types them: it serves on, and each look is recorded before it is answered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { type ChildServer, startChild } from '../support/child-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { storesFor } from '../support/test-stores.ts';
import { verbatim as typed } from './typed.ts';

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

  /** In this process, which starts no other. */
  const verbatim = (line: string) => typed(line, { VERBATIM_DATA: data, ...storesFor(data) });

  /** The recorded looks in the log. */
  const looks = async (): Promise<{ operation: string; reason: string; through: string; parameters: object }[]> => {
    const out = join(temporaryFolder(), 'export.ndjson');
    expect((await verbatim(`export --out ${out}`)).code).to.equal(0);
    const events = readFileSync(out, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return events.filter(({ type }) => type === 'AuditAccessed').map(({ data: access }) => access);
  };

  it('asks for a reason, and reads nothing without one', async () => {
    expect(await verbatim('replay')).to.deep.include({
      code: 2,
      complaints: 'verbatim: --reason is missing: a look at a live log is recorded',
    });
    expect(await looks()).to.deep.equal([]);
  });

  it('gives the same digests as an export of it, and records the look', async () => {
    const out = join(temporaryFolder(), 'export.ndjson');
    expect((await verbatim(`export --out ${out}`)).code).to.equal(0);
    const live = await verbatim("replay --reason 'Case 4711' --realm dev");
    expect(live.complaints).to.equal('');
    // An export leaves the ledger out, which belongs to the log that it was sealed in. The trail holds positions in the log.
    const models = ({ printed }: { printed: readonly string[] }): string[] =>
      printed.filter((line) => /^model=(?!ledger |trail )/.test(line));
    expect(models(live)).to.have.length.above(5);
    const exported = await verbatim(`replay --export ${out} --realm dev`);
    expect(models(exported)).to.deep.equal(models(live));
    const recorded = await looks();
    expect(recorded).to.deep.equal([
      { ...recorded[0], operation: 'verbatim replay', reason: 'Case 4711', through: 'command line', parameters: {} },
    ]);
  });

  it('traces and compares while the service continues', async () => {
    const { printed, code } = await verbatim("trace 1 --reason 'Case 4711'");
    expect(code).to.equal(0);
    expect(printed.join('\n')).to.match(/^\* position=\d+ \S+ MessageSent message-1\.1 actor=\d+/m);
    const sent = await server
      .as('member')
      .post('/messages', { type: 'stream', to: 'general', topic: 'plans', content: 'x' });
    expect(sent.body).to.include({ result: 'success' });
    const after = /position=(\d+)/.exec(printed[0] ?? '')?.[1];
    const diff = await verbatim(`diff --from position:${after} --reason 'Case 4711'`);
    expect(diff.printed.join('\n')).to.include('another plan');
    expect((await looks()).map(({ operation }) => operation)).to.deep.equal([
      'verbatim replay',
      'verbatim trace',
      'verbatim diff',
    ]);
  });

  it('builds the read models again beside those in use, and finds them equal', async () => {
    const { printed, code, complaints } = await verbatim('rebuild --verify');
    expect(complaints).to.equal('');
    expect(code).to.equal(0);
    expect(printed.join('\n')).to.match(/^model=messages documents=[1-9]\d* equal$/m);
    expect((await verbatim('rebuild users --verify')).printed).to.have.length(1);
    expect((await verbatim('rebuild')).printed.join()).to.match(/^events=\d+ position=\d+ seconds=[\d.]+ exchanged$/);
    expect((await verbatim('rebuild users')).complaints).to.match(/^all read models share one checkpoint/);
    expect((await verbatim('rebuild none')).code).to.equal(2);
    expect((await verbatim('rebuild none --verify')).complaints).to.match(
      /^verbatim: MODEL: there is no read model none: realms, /,
    );
  });

  it('reads the log itself if no server runs', async () => {
    await server.interrupt();
    const { printed, code } = await verbatim("trace 1 --reason 'Case 4711'");
    expect(code).to.equal(0);
    expect(printed.join('\n')).to.include('MessageSent');
  });
});
