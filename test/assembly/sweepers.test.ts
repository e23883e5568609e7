/** People whose account could not be created leave the log, whichever process finds them. */
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import { createRealm } from '../../commands/realm/create-realm.ts';
import { createUser } from '../../commands/user/create-user.ts';
import { openLmdbEventLog } from '../../src/adapters/lmdb/event-log.ts';
import { sweepersOf } from '../../src/assembly/sweepers.ts';
import type { AppendResult, EventLog } from '../../src/ports/event-log.ts';
import type { RealmId, UserId } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, silent, type TestEngine } from '../support/engine.ts';
import { realmId, registered } from '../support/given.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const beginning = [registered, past.founded(), ...past.newUser(1, { role: 100 })];
const order = (of: RealmId) => ({ realmId: of, actor: null, client: 'Internal', requestId: 'r' });
const newPerson = { email: 'new@test.example', fullName: 'New Person', role: 400 as const, passwordHash: 'h' };

/** The second look finds whom the first one has found. */
async function sweptTwice({ engine }: TestEngine): Promise<void> {
  await engine.follower.catchUp();
  const ticks: (() => void)[] = [];
  const every = (_ms: number, tick: () => void) => {
    ticks.push(tick);
    return () => undefined;
  };
  const queues = { idle: () => [] };
  const sweepers = sweepersOf(engine, queues, { steady: Date.now, logger: silent, every });
  for (const tick of ticks) tick();
  await nextTurn();
  for (const tick of ticks) tick();
  await sweepers.stop();
}

describe('people without an account', () => {
  let log: EventLog;
  let folder: string;
  beforeEach(async () => {
    folder = temporaryFolder();
    log = await openLmdbEventLog(join(folder, 'log'));
    await appendEvents(log, beginning);
  });
  afterEach(() => log.close());

  const typesIn = async (stream: Parameters<EventLog['readStream']>[0]) =>
    (await log.readStream(stream)).map(({ type }) => type);
  const personOf = (id: number) => typesIn(logStream.person(realmId, id as UserId));
  /** An engine whose log does this in place of the first append to the directory. */
  const engineWhoseAccount = (does: (append: () => Promise<AppendResult>) => Promise<AppendResult>) => {
    let isFirst = true;
    const append: EventLog['append'] = (stream, ...given) => {
      if (!stream.startsWith('directory-') || !isFirst) return log.append(stream, ...given);
      isFirst = false;
      return does(() => log.append(stream, ...given));
    };
    return engineIn(folder, { log: { ...log, append }, readModels: 'one' });
  };

  it('are withdrawn with their password if the log was out of reach when the account was to be created', async () => {
    const server = await engineWhoseAccount(async () => ({ ok: false, reason: 'unavailable', detail: 'away' }));
    const done = await server.engine.executor.execute(createUser, newPerson, order(realmId));
    expect(done).to.have.nested.property('refusal.code', 'unavailable');
    expect(await personOf(2)).to.deep.equal(['PersonDescribed']);
    await sweptTwice(server);
    await sweptTwice(server);
    expect(await personOf(2)).to.deep.equal(['PersonDescribed', 'EventsWithdrawn']);
    expect(await typesIn(logStream.password(realmId, 2 as UserId))).to.deep.equal(['PasswordSet', 'EventsWithdrawn']);
    expect(await typesIn(logStream.directory(realmId))).to.deep.equal(['UserCreated', 'PersonWithdrawn']);
    await server.close();
  });

  describe('in an organization whose creation was interrupted', () => {
    const acme = 2 as RealmId;
    const anew = (email: string) => ({
      subdomain: 'acme',
      name: 'Acme',
      emailDomain: 'acme.example',
      owner: { email, fullName: 'Ann Owner' },
    });
    const onServer = { realmId: undefined, actor: null, client: 'Internal', requestId: 'r' };
    const peopleOf = (ids: readonly number[]) =>
      Promise.all(ids.map((id) => typesIn(logStream.person(acme, id as UserId))));
    const create = async ({ engine }: TestEngine, email: string): Promise<unknown> => {
      const done = await engine.executor.execute(createRealm, anew(email), onServer);
      return done.ok ? done.result.ownerId : done.refusal.code;
    };

    it('are withdrawn, and anybody can then complete the creation', async () => {
      const server = await engineWhoseAccount(async () => ({ ok: false, reason: 'unavailable', detail: 'away' }));
      expect(await create(server, 'ann@acme.example')).to.equal('unavailable');
      expect(await create(server, 'otto@acme.example')).to.equal('subdomain-taken');
      await sweptTwice(server);
      await sweptTwice(server);
      const described = ['PersonDescribed'];
      expect(await peopleOf([1, 2, 3])).to.deep.equal([described, described, ['PersonDescribed', 'EventsWithdrawn']]);
      await server.engine.follower.catchUp();
      expect(await create(server, 'otto@acme.example')).to.equal(4);
      expect(server.engine.state.realms.get(acme)?.directory.accounts.size).to.equal(3);
      await server.close();
    });

    it('get another id if they were just given an account', async () => {
      const other = await engineIn(folder, { log, readModels: 'other' });
      const server = await engineWhoseAccount(async (append) => {
        await sweptTwice(other);
        return append();
      });
      expect(await create(server, 'ann@acme.example')).to.equal(4);
      await sweptTwice(other);
      expect(await peopleOf([3, 4])).to.deep.equal([['PersonDescribed', 'EventsWithdrawn'], ['PersonDescribed']]);
      await server.close();
      await other.close();
    });
  });

  it('never lose a name for which another process is just creating the account', async () => {
    const other = await engineIn(folder, { log, readModels: 'other' });
    const server = await engineWhoseAccount(async (append) => {
      await sweptTwice(other);
      return append();
    });
    const done = await server.engine.executor.execute(createUser, newPerson, order(realmId));
    const userId = done.ok ? done.result.userId : 0;
    expect(await personOf(2)).to.deep.equal(['PersonDescribed', 'EventsWithdrawn']);
    expect([userId, await personOf(userId)]).to.deep.equal([3, ['PersonDescribed']]);
    await sweptTwice(other);
    expect(await personOf(userId)).to.deep.equal(['PersonDescribed']);
    await server.close();
    await other.close();
  });
});
