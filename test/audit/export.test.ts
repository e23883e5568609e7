import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { type Exported, exportTo } from '../../src/audit/export.ts';
import { MoveRefused } from '../../src/audit/export-format.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { appendEvents } from '../support/engine.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { erasingAfterSurvey, firstPast, mixedLog, openLog } from './log-fixture.ts';
import { allIn } from './moving-support.ts';

type Line = Record<string, unknown> & { check: string };
const linesOf = (path: string): Line[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
type End = { readonly end?: { readonly erased: readonly string[]; readonly sha256: string } };
const endOf = (path: string): End['end'] => (linesOf(path).at(-1) as End | undefined)?.end;
const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

const refusalOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'done',
    (error: unknown) => (error instanceof MoveRefused ? error.message : String(error)),
  );

describe('export', () => {
  const folder = temporaryFolder();
  let log: EventLog;
  let all: StoredEvent[];
  let file: string;
  let first: Exported;
  before(async () => {
    log = await mixedLog(folder);
    all = await allIn(log);
    file = join(folder, 'first.ndjson');
    first = await exportTo(log, { realm: 1, path: file });
  });
  after(() => log.close());

  const to = (): string => join(temporaryFolder(), 'x.ndjson');

  it('writes the events of one organization as stored, in log order, including unknown types', () => {
    const events = linesOf(file).slice(1, -1);
    const leaving = all.filter(
      ({ type, stream, data, revision }) =>
        (/^[a-z]+-1\./.test(stream) || (data as { realmId?: number }).realmId === 1) &&
        !stream.startsWith('queue-') &&
        type !== 'PolicyActionClaimed' &&
        !(stream === 'message-1.2' && revision < 2),
    );
    expect(events.map(({ check: _check, ...event }) => event)).to.deep.equal(
      leaving.map(({ position: _position, ...event }) => ({ ...event })),
    );
    expect(events.map(({ type }) => type)).to.include.members([
      'RealmRegistered',
      'PolicyActionFinished',
      'SomethingNew',
    ]);
    expect(first.events).to.equal(leaving.length);
  });

  it('contains no erased data, no planned actions and nothing of other organizations', () => {
    const text = readFileSync(file, 'utf8');
    for (const word of ['an erased word', 'a claimed word', 'said elsewhere', 'EventQueue', 'PolicyStarted'])
      expect(text, word).to.not.include(word);
    expect(text).to.include('MessageDeleted');
  });

  it('can be checked with sha256sum: the whole file, and every line', () => {
    const text = readFileSync(file, 'utf8');
    const lines = text.split('\n').slice(0, -1);
    const beforeEnd = text.slice(0, -`${lines.at(-1)}\n`.length);
    expect(endOf(file)?.sha256).to.equal(sha256(beforeEnd)).and.to.equal(first.sha256);
    let offset = 0;
    for (const line of lines) {
      const upTo = text.slice(0, offset + line.lastIndexOf(',"check":"'));
      expect(line.slice(-18, -2)).to.equal(sha256(upTo).slice(0, 16));
      offset += line.length + 1;
    }
  });

  it('is readable by its owner only', () => {
    expect(statSync(file).mode & 0o777).to.equal(0o600);
  });

  it('writes all organizations into one file', async () => {
    const path = to();
    const { organizations } = await exportTo(log, { realm: 'all', path });
    expect(organizations.map(({ subdomain }) => subdomain)).to.deep.equal(['test', 'other']);
    expect(readFileSync(path, 'utf8')).to.include('said elsewhere');
  });

  it('writes the same bytes for the same end position, whatever was appended since', async () => {
    const own = await openLog();
    await appendEvents(own, firstPast());
    const [before, after] = [to(), to()];
    const { upTo } = await exportTo(own, { realm: 1, path: before });
    await appendEvents(own, [past.sends(4, 1, past.inTopic(1, 'later'), 'later')]);
    await exportTo(own, { realm: 1, path: after, upTo });
    expect(readFileSync(after)).to.deep.equal(readFileSync(before));
    const earlier = to();
    await exportTo(own, { realm: 1, path: earlier, upTo: upTo - 1 });
    expect(linesOf(earlier)).to.have.length(linesOf(before).length - 1);
    await own.close();
  });

  it('names an event in a form that Verbatim never writes', async () => {
    const own = await openLog();
    await appendEvents(own, firstPast());
    await own.append(
      'message-1.7',
      [{ id: crypto.randomUUID(), type: 'MessageSent', data: {}, metadata: null }],
      'none',
    );
    const position = await own.tail();
    const refused = await refusalOf(exportTo(own, { realm: 1, path: to() }));
    expect(refused).to.include(`EventLogDamaged: the event at position ${position} (MessageSent `);
    expect(refused).to.include('message-1.7 revision 0) cannot be exported');
    await own.close();
  });

  it('continues an interrupted file at any byte, and ends with the same bytes', async () => {
    const whole = readFileSync(file);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), async (cut) => {
        const path = to();
        copyFileSync(file, `${path}.partial`);
        truncateSync(`${path}.partial`, cut);
        await exportTo(log, { realm: 1, path, upTo: first.upTo });
        expect(readFileSync(path)).to.deep.equal(whole);
        expect(existsSync(`${path}.partial`)).to.equal(false);
      }),
      { numRuns: 40, examples: [[0], [whole.length], [whole.indexOf('\n') + 1], [whole.length - 1]] },
    );
  });

  it('after a kill, ends at the position of the interrupted export and writes only the missing part', async () => {
    const path = to();
    writeFileSync(`${path}.partial`, readFileSync(file).subarray(0, 4000));
    const own = await mixedLog();
    const stages: string[] = [];
    const exported = await exportTo(log, { realm: 1, path, progress: (stage) => stages.push(stage) });
    expect(exported).to.deep.equal(first);
    const found = stages.filter((stage) => stage === 'found written').length;
    expect(found).to.be.greaterThan(0);
    expect(found + stages.filter((stage) => stage === 'written').length).to.be.at.least(first.events);
    await own.close();
  });

  it('truncates a damaged file before the damage, and continues there', async () => {
    const path = to();
    const damaged = readFileSync(file);
    damaged.writeUInt8(damaged.readUInt8(3000) ^ 1, 3000);
    writeFileSync(`${path}.partial`, damaged);
    await exportTo(log, { realm: 1, path });
    expect(readFileSync(path)).to.deep.equal(readFileSync(file));
  });

  it('refuses to overwrite another file, and to continue another export', async () => {
    expect(await refusalOf(exportTo(log, { realm: 1, path: file }))).to.match(/is there already/);
    expect(await refusalOf(exportTo(log, { realm: 1, path: `${file}.d/x` }))).to.match(/there is no folder .*\.d:/);
    const path = to();
    copyFileSync(file, `${path}.partial`);
    for (const order of [{ realm: 2 }, { realm: 'all' as const }, { realm: 1, upTo: first.upTo - 1 }])
      expect(await refusalOf(exportTo(log, { ...order, path }))).to.match(/was begun by another export/);
    expect(readFileSync(`${path}.partial`)).to.deep.equal(readFileSync(file));
  });

  it('refuses a position beyond the end of the log, and one before the first event', async () => {
    expect(await refusalOf(exportTo(log, { realm: 1, path: to(), upTo: first.upTo + 1 }))).to.match(/does not reach/);
    expect(await refusalOf(exportTo(log, { realm: 2, path: to(), upTo: 2 }))).to.match(/no organization/);
    expect(await refusalOf(exportTo(log, { realm: 3, path: to() }))).to.match(/no organization/);
  });

  it('lists the messages that are erased while it is written', async () => {
    const own = await openLog();
    await appendEvents(own, firstPast('soon erased'));
    const path = to();
    await exportTo(erasingAfterSurvey(own), { realm: 1, path });
    expect(endOf(path)?.erased).to.deep.equal(['message-1.3']);
    const again = to();
    await exportTo(own, { realm: 1, path: again });
    expect(endOf(again)?.erased).to.deep.equal([]);
    expect(readFileSync(again, 'utf8')).to.not.include('soon erased');
    await own.close();
  });
});
