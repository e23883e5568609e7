/** A damaged export is refused as a whole, and the error names the damaged line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { RollingCheck } from '../../src/audit/checked-lines.ts';
import { exportTo } from '../../src/audit/export.ts';
import { MoveRefused } from '../../src/audit/export-format.ts';
import { importFrom } from '../../src/audit/import.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { secrets } from './import-dependencies.ts';
import { mixedLog, openLog } from './log-fixture.ts';

type Line = Record<string, unknown>;

const nested = (levels: number): object => (levels === 0 ? {} : [nested(levels - 1)]);

describe('a damaged export', () => {
  const path = join(temporaryFolder(), 'damaged.ndjson');
  let log: EventLog;
  let whole: Buffer;
  let lines: Line[];
  before(async () => {
    const source = await mixedLog();
    const file = join(temporaryFolder(), 'whole.ndjson');
    await exportTo(source, { realm: 1, path: file });
    await source.close();
    whole = readFileSync(file);
    lines = whole
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((text) => {
        const { check: _check, ...line } = JSON.parse(text) as Line;
        return line;
      });
    log = await openLog();
  });
  after(() => log.close());

  /** The error of the import of these bytes. It must write nothing. */
  async function refusalOf(bytes: Buffer | string): Promise<string> {
    writeFileSync(path, bytes);
    const application = {
      log,
      now: Date.now,
      fingerprints: secrets.fingerprints,
      caughtUp: async () => undefined,
      atOnceMax: 1,
      keepsOrder: true,
    };
    const refusal = await importFrom(application, path).then(
      () => 'imported',
      (error: unknown) => (error instanceof MoveRefused ? error.message : `thrown: ${String(error)}`),
    );
    expect(await log.tail()).to.equal(0);
    return refusal;
  }

  /** A file whose checksums match its content. */
  function rewritten(change: (lines: Line[]) => Line[]): string {
    const check = new RollingCheck();
    return change(structuredClone(lines))
      .map((line) => {
        const end = line.end as { sha256: string } | undefined;
        return check.line(end?.sha256 === 'right' ? { end: { ...end, sha256: check.digest() } } : line);
      })
      .join('');
  }
  const lineAt = (bytes: Buffer, offset: number): number =>
    bytes.subarray(0, offset).reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 1);

  it('is refused at the line in which a single bit differs', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(whole);
        changed.writeUInt8(changed.readUInt8(at) ^ (1 << bit), at);
        expect(await refusalOf(changed)).to.match(new RegExp(`^line ${lineAt(whole, at)}: `));
      }),
      { numRuns: 150 },
    );
  });

  it('is refused at the line at which it was cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (at) => {
        expect(await refusalOf(whole.subarray(0, at))).to.match(new RegExp(`^line ${lineAt(whole, at)}: .*cut off`));
      }),
      { numRuns: 60, examples: [[0], [whole.indexOf('\n') + 1]] },
    );
  });

  it('is refused at the first line that is missing, duplicated or misplaced (importedLevelsMax, importedNumberMax, importedIdMax, importedAheadSecsMax)', async () => {
    const texts = whole.toString('utf8').split('\n');
    const without = (...numbers: number[]) => texts.filter((_text, at) => !numbers.includes(at + 1)).join('\n');
    expect(await refusalOf(without(5))).to.match(/^line 5: its check does not fit/);
    const twice = [...texts.slice(0, 5), ...texts.slice(4)].join('\n');
    expect(await refusalOf(twice)).to.match(/^line 6: its check does not fit/);
    expect(await refusalOf(`${whole.toString('utf8')}${texts.at(-2)}\n`)).to.match(/^line \d+: its check does not fit/);
  });

  const wrong: [string, (lines: Line[]) => Line[], RegExp][] = [
    ['has another format', ([head, ...rest]) => [{ ...head, format: 'x' }, ...rest], /^line 1: is not the beginning/],
    [
      'is of a later version',
      ([head, ...rest]) => [{ ...head, version: 2 }, ...rest],
      /^line 1: .* format 2, .* reads format 1/,
    ],
    ['has no end', (all) => all.slice(0, -1), /^line \d+: is missing/],
    ['goes on after its end', (all) => [...all, ...all.slice(-1)], /^line \d+: comes after the end/],
    [
      'says another number of events',
      (all) => [...all.slice(0, 3), ...all.slice(4)],
      /^line \d+: says that \d+ events/,
    ],
    [
      'holds another SHA-256',
      (all) => ended(all, { sha256: '0'.repeat(64) }),
      /^line \d+: holds the SHA-256 of another/,
    ],
    [
      'names another newest event',
      (all) => ended(all, { newest: { id: crypto.randomUUID(), at: 1 } }),
      /does not name/,
    ],
    ['has a line that is no event', (all) => at(all, 6, { x: 1 }), /^line 6: is no event/],
    ['has an id that is none', (all) => at(all, 6, { ...all[5], id: 'x' }), /^line 6: is no event/],
    ['has an id twice', (all) => at(all, 6, { ...all[5], id: all[4]?.id }), /^line 6: has the id of an earlier line/],
    [
      'has a place in a log stream twice',
      (all) => at(all, 6, { ...all[5], stream: all[4]?.stream, revision: all[4]?.revision }),
      /^line 6: is at the place of an earlier line/,
    ],
    ['has data of no object', (all) => at(all, 6, { ...all[5], data: 'x' }), /^line 6: is no event/],
    [
      'has data that do not fit their type',
      (all) => at(all, 3, { ...all[2], data: {} }),
      /^line 3: its data is not that of RealmCreated/,
    ],
    [
      'has metadata that say nothing',
      (all) => at(all, 3, { ...all[2], metadata: {} }),
      /^line 3: has invalid metadata/,
    ],
    [
      'holds an event of an organization that it does not name',
      (all) => at(all, 6, { ...all[5], stream: 'person-2.1' }),
      /^line 6: is of organization 2, which no line/,
    ],
    [
      'registers an organization that it does not name',
      (all) => at(all, 6, { ...all[1], id: crypto.randomUUID(), data: { realmId: 2, subdomain: 'x' } }),
      /^line 6: registers another organization/,
    ],
    ['registers one twice', (all) => at(all, 6, all[1] ?? {}), /^line 6: registers another organization/],
    [
      'begins before its organization',
      (all) => at(all, 2, all[2] ?? {}),
      /^line 2: is of organization 1, which no line/,
    ],
    [
      'has an event of a later version with more levels than any',
      (all) => at(all, 6, { ...all[5], type: 'Later', data: { a: nested(limits.importedLevelsMax + 1) } }),
      /^line 6: has more levels than any event/,
    ],
    [
      'has a message whose id leaves none for others',
      (all) => {
        const line = all.findIndex(({ type }) => type === 'MessageSent') + 1;
        const { data, ...sent } = all[line - 1] as { data: object };
        const messageId = limits.importedIdMax + 1;
        return at(all, line, { ...sent, stream: `message-1.${messageId}`, data: { ...data, messageId } });
      },
      new RegExp(`^line \\d+: has a number above ${limits.importedNumberMax} or an id above ${limits.importedIdMax}`),
    ],
    [
      'has a number that is no id, and is not exact',
      (all) => {
        const line = all.findIndex(({ type }) => type === 'MessageSent') + 1;
        const { data, ...sent } = all[line - 1] as { data: object };
        return at(all, line, { ...sent, data: { ...data, count: limits.importedNumberMax + 1 } });
      },
      new RegExp(`^line \\d+: has a number above ${limits.importedNumberMax}`),
    ],
    [
      'has an event of a later version that no log takes',
      (all) => at(all, 6, { ...all[5], type: 'Later', data: { text: 'x'.repeat(limits.eventBytesMax) } }),
      /^line 6: is larger than the log takes/,
    ],
    [
      'has an event of a time to come, which all later events would get',
      (all) =>
        at(all, 6, {
          ...all[5],
          metadata: { ...(all[5]?.metadata as object), at: Date.now() + 2_000 * limits.importedAheadSecsMax },
        }),
      /^line 6: is of a time that has not come yet/,
    ],
    [
      'has an organization whose id leaves none for others',
      (all) =>
        JSON.parse(
          JSON.stringify(all)
            .replaceAll('"realmId":1,', `"realmId":${Number.MAX_SAFE_INTEGER},`)
            .replaceAll(/"stream":"(\w+)-1\./g, `"stream":"$1-${Number.MAX_SAFE_INTEGER}.`)
            .replace(/"sha256":"\w+"/, '"sha256":"right"'),
        ),
      new RegExp(`^line 2: has a number above ${limits.importedNumberMax}`),
    ],
    [
      'holds what is in no export: a queue',
      (all) => at(all, 6, { ...all[5], stream: 'queue-1.1:2' }),
      /^line 6: PersonDescribed in queue-1\.1:2 is in no export/,
    ],
    [
      'has an organization without a subdomain, which would answer for every host',
      (all) => JSON.parse(JSON.stringify(all).replaceAll(/"subdomain":"[^"]*"/g, '"subdomain":""')),
      /^line 1: is not the beginning/,
    ],
    [
      'replaces the secret of the server, in a log stream of the organization',
      (all) => at(all, 6, { ...all[5], type: 'SecretReplaced', data: { fingerprint: 'x', previous: 'y' } }),
      /^line 6: SecretReplaced in person-1\.\d+ is in no export/,
    ],
    [
      'creates a user in the log stream of the server',
      (all) => {
        const created = all.find(({ type }) => type === 'UserCreated') as { data: object };
        return at(all, 6, { ...created, stream: 'server-0.realms', data: { ...created.data, realmId: 1 } });
      },
      /^line 6: UserCreated in server-0\.realms is in no export/,
    ],
    [
      'holds an event that this version does not know, in the log stream of the server',
      (all) => at(all, 2, { ...all[1], type: 'FromTheFuture' }),
      /^line 2: FromTheFuture in server-0\.realms is in no export/,
    ],
    [
      'has an organization with the subdomain of another one',
      (all) => at(all, 3, { ...all[2], data: { ...(all[2]?.data as object), subdomain: 'another' } }),
      /^line 3: has another subdomain than the first line/,
    ],
    [
      'creates another organization, in its own log stream',
      (all) => at(all, 3, { ...all[2], data: { ...(all[2]?.data as object), realmId: 2 } }),
      /^line 3: is about another organization than its log stream/,
    ],
    [
      'holds what is in no export: the word of another import',
      (all) => at(all, 6, { ...all[1], type: 'ImportFinished', data: { digest: '', realmIds: [1] } }),
      /^line 6: ImportFinished in server-0\.realms is in no export/,
    ],
  ];
  const ended = (all: Line[], change: object): Line[] => [
    ...all.slice(0, -1),
    { end: { ...(all.at(-1)?.end as object), sha256: 'right', ...change } },
  ];
  const at = (all: Line[], number: number, line: Line): Line[] => all.with(number - 1, line);

  for (const [what, change, why] of wrong)
    it(`is refused when it ${what}, although its checksums match`, async () => {
      expect(await refusalOf(rewritten(change))).to.match(why);
    });

  it('is not caused by rewriting the file without a change', async () => {
    expect(rewritten((all) => ended(all, {}))).to.equal(whole.toString('utf8'));
  });

  it('is refused if a line is too long', async () => {
    expect(await refusalOf(Buffer.alloc(9 * 1024 * 1024, 'x'))).to.match(/^line 1: is longer than any line/);
  });
});
