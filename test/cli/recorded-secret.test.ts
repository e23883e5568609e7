/** The log names the secret that it is written under, and refuses another. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { runCommandLine } from '../../src/cli/command-line.ts';
import { assertSecret, WrongSecret } from '../../src/cli/recorded-secret.ts';
import { secretsFrom } from '../../src/engine/secrets.ts';
import { openApplication } from '../../src/main.ts';
import type { EventLog, StoredEvent } from '../../src/ports/event-log.ts';
import { replayTools as tools } from '../../src/replay-tools.ts';
import { fillLog, openFiles, openFilesToRead, openLogToVerify } from '../../src/stores.ts';
import { UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { owner } from '../../src/vocabulary/roles.ts';
import { appendEvents, silent } from '../support/engine.ts';
import { happened, realmId, registered } from '../support/given.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const first = 'Vq3kP0z8Lr5TnWc1Yx7Jm2Bd9Gh4Sf6A';
const second = 'Zt5bR1y7Mk4UpXd2Qw8Hn3Ce0Fj6Vg9L';

async function all(log: EventLog): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for await (const event of log.readAll(0)) events.push(event);
  return events;
}

const outcome = (log: EventLog, secret: string): Promise<string> =>
  assertSecret({ log, secrets: secretsFrom(secret), logger: silent, clock: Date.now }).then(
    () => 'accepted',
    (error: Error) => error.name,
  );

/** Accounts in a log that names no secret, because the disk was full at its first start. */
async function unnamedLog(secret: string): Promise<EventLog> {
  const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
  const userId = UserId.parse(1);
  const email = 'ada@acme.example';
  const addressFingerprint = secretsFrom(secret).fingerprint(realmId, email);
  await appendEvents(log, [
    registered,
    past.founded(),
    happened(logStream.person(realmId, userId), 'PersonDescribed', { userId, fullName: 'Ada', email, timezone: '' }),
    happened(logStream.directory(realmId), 'UserCreated', { userId, role: owner, addressFingerprint, bot: null }),
  ]);
  return log;
}

describe('the secret of a log', () => {
  it('is named once in a new log, by its fingerprint', async () => {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    expect([await outcome(log, first), await outcome(log, first)]).to.deep.equal(['accepted', 'accepted']);
    const events = await all(log);
    expect(events.map(({ stream, type }) => [stream, type])).to.deep.equal([['server-0.secret', 'SecretRecorded']]);
    expect(JSON.stringify(events)).not.to.include(first);
    expect(await outcome(log, second)).to.equal('WrongSecret');
    expect(await all(log)).to.deep.equal(events);
    await log.close();
  });

  it('is not compared if somebody changed the event that names it, which is reported', async () => {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    const metadata = { at: 1, schema: 1, actor: null, client: 'test', requestId: 'r', salt: 's' };
    const changed = { id: crypto.randomUUID(), type: 'SecretRecorded', data: null, metadata };
    await log.append(logStream.secret(), [changed], 'none');
    expect(await outcome(log, first)).to.equal('EventLogDamaged');
    await log.close();
  });

  it('is named later, once an account confirms it, if the first start could not name it', async () => {
    const log = await unnamedLog(first);
    expect(await outcome(log, second)).to.equal('WrongSecret');
    expect((await all(log)).some(({ type }) => type === 'SecretRecorded')).to.equal(false);
    expect(await outcome(log, first)).to.equal('accepted');
    expect((await all(log)).at(-1)?.type).to.equal('SecretRecorded');
    await log.close();
  });

  it('is that of the first process if two start at once', async () => {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    const outcomes = await Promise.all([outcome(log, first), outcome(log, second), outcome(log, first)]);
    expect(outcomes).to.deep.equal(['accepted', 'WrongSecret', 'accepted']);
    await log.close();
  });

  it('does not prevent a start if the disk is full', async () => {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'), { freeBytes: async () => 0 });
    expect(await outcome(log, first)).to.equal('accepted');
    await log.close();
  });
});

describe('a start with another secret', () => {
  const run = async (data: string, secret: string | undefined, ...args: string[]) => {
    const complained: string[] = [];
    const env = { VERBATIM_DATA: data, ...(secret === undefined ? {} : { VERBATIM_SECRET: secret }) };
    const code = await runCommandLine(
      args,
      env,
      { open: openApplication, fillLog, openFiles, openFilesToRead, openLogToVerify, replayTools: async () => tools },
      () => undefined,
      (line) => complained.push(line),
    );
    return { code, complained };
  };
  const founding = ['realm', 'create', '--name=Acme', '--owner-email=ada@acme.example', '--owner-name=Ada'];
  const found = (data: string, secret: string | undefined, subdomain: string) =>
    run(data, secret, ...founding, `--subdomain=${subdomain}`);

  it('is refused in one line and with an exit code, and nothing is written', async () => {
    const data = temporaryFolder();
    expect(await found(data, first, 'acme')).to.deep.equal({ code: 0, complained: [] });
    const files = () => readdirSync(data, { recursive: true }).map(String).sort();
    const log = () => readFileSync(join(data, 'log', 'log-1.mdb'));
    const [filesBefore, logBefore] = [files(), log()];
    const { code, complained } = await found(data, second, 'other');
    expect(code).to.equal(1);
    expect(complained).to.deep.equal([`verbatim: ${new WrongSecret().message}`]);
    expect(files()).to.deep.equal(filesBefore);
    expect(log().equals(logBefore)).to.equal(true);
    expect((await found(data, first, 'third')).code).to.equal(0);
  });

  it('is refused if the file of the secret is missing: no new one is created', async () => {
    const data = temporaryFolder();
    expect((await found(data, first, 'acme')).code).to.equal(0);
    const { code, complained } = await found(data, undefined, 'other');
    expect([code, complained.length]).to.deep.equal([1, 1]);
    expect(complained[0]).to.include('there is a log in').and.include('put');
    expect(readdirSync(data)).not.to.include('secret');
  });

  it('is accepted after the secret was replaced: the file has the new one', async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, 'secret'), `${first}\n`, { mode: 0o600 });
    const file = (name: string): string => readFileSync(join(data, name), 'utf8').trim();
    expect((await found(data, undefined, 'acme')).code).to.equal(0);
    expect((await run(data, undefined, 'secret', 'replace')).code).to.equal(0);
    const next = file('secret.next');
    expect([file('secret'), next === first]).to.deep.equal([first, false]);
    // Again, it takes the same one.
    expect((await run(data, undefined, 'secret', 'replace')).code).to.equal(0);
    expect(file('secret.next')).to.equal(next);
    expect((await run(data, undefined, 'secret', 'finish')).code).to.equal(0);
    expect(file('secret')).to.equal(next);
    expect(readdirSync(data)).not.to.include('secret.next');
    expect((await found(data, undefined, 'other')).code).to.equal(0);
    expect((await found(data, first, 'third')).complained).to.deep.equal([`verbatim: ${new WrongSecret().message}`]);
  });

  it('from the environment is replaced by another one from the environment', async () => {
    const data = temporaryFolder();
    expect((await found(data, first, 'acme')).code).to.equal(0);
    const { code, complained } = await run(data, first, 'secret', 'replace');
    expect([code, complained.length]).to.deep.equal([1, 1]);
    expect(complained[0]).to.include('set VERBATIM_SECRET_NEXT');
  });
});
