import { join } from 'node:path';
import { expect } from 'chai';
import { exportTo } from '../../src/audit/export.ts';
import { realmOf } from '../../src/audit/export-scope.ts';
import { type Imported, importFrom } from '../../src/audit/import.ts';
import { secretsFrom } from '../../src/engine/secrets.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { appendEvents } from '../support/engine.ts';
import { happened, realmId } from '../support/given.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { dependenciesOver } from './import-dependencies.ts';
import { erasingAfterSurvey, firstPast, mixedLog, openLog } from './log-fixture.ts';
import { allIn, historyOf, withoutPlace } from './moving-support.ts';

const refusalOf = (promise: Promise<Imported>): Promise<string> =>
  promise.then(
    () => 'imported',
    (error: Error) => error.message,
  );

describe('import', () => {
  const folder = temporaryFolder();
  const file = join(folder, 'test.ndjson');
  const both = join(folder, 'both.ndjson');
  let source: EventLog;
  let count = 0;
  let whole: object[];
  before(async () => {
    source = await mixedLog();
    count = (await exportTo(source, { realm: 1, path: file })).events;
    await exportTo(source, { realm: 'all', path: both });
    const log = await openLog();
    await importFrom(dependenciesOver(log), file);
    whole = await historyOf(log);
    await log.close();
  });
  after(() => source.close());

  for (const atOnceMax of [1, 3, 500])
    it(`keeps ids, data, metadata and order, ${atOnceMax} at once; an export of it is the same`, async () => {
      const log = await openLog();
      const imported = await importFrom(dependenciesOver(log, { atOnceMax }), file);
      expect([imported.appended, imported.found]).to.deep.equal([count, 0]);
      const again = join(temporaryFolder(), 'again.ndjson');
      await exportTo(log, { realm: 1, path: again });
      const third = await openLog();
      await importFrom(dependenciesOver(third), again);
      const expected = (await allIn(source))
        .filter((event) => realmOf(event) === 1 && !(event.stream === 'message-1.2' && event.revision < 2))
        .map(withoutPlace);
      expect(await historyOf(log)).to.deep.equal(expected);
      expect(await historyOf(third)).to.deep.equal(expected);
      await log.close();
      await third.close();
    });

  it('starts a log stream at revision 0 whose beginning was erased, and continues it', async () => {
    const log = await openLog();
    await importFrom(dependenciesOver(log), file);
    const deleted = await log.readStream('message-1.2');
    expect(deleted.map(({ type, revision }) => [type, revision])).to.deep.equal([['MessageDeleted', 0]]);
    const edited = await log.readStream('message-1.1');
    expect(edited.map(({ type, revision }) => [type, revision])).to.deep.equal([
      ['MessageSent', 0],
      ['MessageEdited', 1],
    ]);
    await log.close();
  });

  it('does nothing the second time, even if events were appended or erased since', async () => {
    const log = await openLog();
    await importFrom(dependenciesOver(log), file);
    const newest = await log.readStream('message-1.1');
    // As the erasure of a message does.
    await log.truncate('message-1.1', newest.length);
    const tail = await log.tail();
    const imported = await importFrom(dependenciesOver(log), file);
    expect([imported.appended, imported.found]).to.deep.equal([0, count]);
    expect(await log.tail()).to.equal(tail);
    await log.close();
  });

  it('does nothing in the log that the export came from', async () => {
    const tail = await source.tail();
    expect((await importFrom(dependenciesOver(source), file)).appended).to.equal(0);
    expect((await importFrom(dependenciesOver(source), both)).appended).to.equal(0);
    expect(await source.tail()).to.equal(tail);
  });

  it('imports several organizations into a log that has another one', async () => {
    const log = await openLog();
    const living = [{ ...happened(logStream.server(), 'RealmRegistered', { realmId: 9 as never, subdomain: 'nine' }) }];
    await appendEvents(log, living);
    await importFrom(dependenciesOver(log), both);
    const sent = (await allIn(log)).filter(({ type }) => type === 'MessageSent').map(({ stream }) => stream);
    expect(sent).to.have.members(['message-1.1', 'message-1.3', 'message-2.1']);
    await log.close();
  });

  it('leaves out messages that were erased while the export was written', async () => {
    const own = await openLog();
    await appendEvents(own, firstPast('soon erased'));
    const path = join(temporaryFolder(), 'x.ndjson');
    await exportTo(erasingAfterSurvey(own), { realm: 1, path });
    const log = await openLog();
    await importFrom(dependenciesOver(log), path);
    expect(JSON.stringify(await allIn(log))).to.not.include('soon erased');
    expect((await importFrom(dependenciesOver(log), path)).appended).to.equal(0);
    await own.close();
    await log.close();
  });

  describe('is refused', () => {
    const clashes: [string, () => Promise<EventLog>, string, RegExp][] = [
      [
        'if another organization has the id',
        () => logWith([happened(logStream.server(), 'RealmRegistered', { realmId, subdomain: 'mine' })]),
        file,
        /the id 1 of test is that of another organization here, mine/,
      ],
      [
        'if another organization has the subdomain',
        () => logWith([happened(logStream.server(), 'RealmRegistered', { realmId: 5 as never, subdomain: 'test' })]),
        file,
        /the subdomain test is that of another organization here/,
      ],
      [
        'if one of several organizations exists already',
        () => imported(file),
        both,
        /^test exists here already: export the others/,
      ],
      [
        'if the organization exists and the export has more events of it',
        () => imported(file),
        'later',
        /nothing is added to it/,
      ],
      ['if another import of it is not finished', () => halfImported(), 'later', /another export .* was begun here/],
    ];
    const logWith = async (given: Parameters<typeof appendEvents>[1]): Promise<EventLog> => {
      const log = await openLog();
      await appendEvents(log, given);
      return log;
    };
    const imported = async (path: string): Promise<EventLog> => {
      const log = await openLog();
      await importFrom(dependenciesOver(log), path);
      return log;
    };
    const halfImported = async (): Promise<EventLog> => {
      const log = await openLog();
      const caughtUp = () => Promise.reject(new Error('cut off'));
      expect(await refusalOf(importFrom(dependenciesOver(log, { caughtUp }), file))).to.equal('cut off');
      return log;
    };
    let later: string;
    before(async () => {
      later = join(folder, 'later.ndjson');
      const log = await imported(file);
      await appendEvents(log, [past.sends(7, 1, past.inTopic(1, 'later'), 'later')]);
      await exportTo(log, { realm: 1, path: later });
      await log.close();
    });
    for (const [name, open, path, why] of clashes)
      it(name, async () => {
        const log = await open();
        const tail = await log.tail();
        expect(await refusalOf(importFrom(dependenciesOver(log), path === 'later' ? later : path))).to.match(why);
        expect(await log.tail(), 'nothing was appended').to.equal(tail);
        await log.close();
      });

    it('if the server has another secret', async () => {
      const log = await openLog();
      const { fingerprints } = secretsFrom('a secret that is quite another');
      expect(await refusalOf(importFrom(dependenciesOver(log, { fingerprints }), file))).to.match(/VERBATIM_SECRET/);
      expect(await log.tail()).to.equal(0);
      await log.close();
    });
  });

  it('reports that the log is unavailable, and continues from there the next time', async () => {
    const log = await openLog();
    let room = 9;
    const filling: EventLog = {
      ...log,
      append: async (...given) => {
        room -= 1;
        return room < 0 ? { ok: false, reason: 'unavailable', detail: 'disk full' } : log.append(...given);
      },
    };
    expect(await refusalOf(importFrom(dependenciesOver(filling), file))).to.equal('disk full');
    const { appended, found } = await importFrom(dependenciesOver(log), file);
    expect(appended).to.be.greaterThan(0);
    expect(found).to.be.greaterThan(0);
    expect(await historyOf(log)).to.deep.equal(whole);
    await log.close();
  });
});
