/**
 * Imports into a log that performs appends in any order, as one on the network may, and that some of them never reach: what matters
 * keeps its order, many appends are in flight, and an interrupted import is completed. `SEED=…` repeats the orders of a run.
 */
import { join } from 'node:path';
import { expect } from 'chai';
import { exportTo } from '../../src/audit/export.ts';
import { importFrom } from '../../src/audit/import.ts';
import { decode } from '../../src/engine/follow/decode.ts';
import { type EventLog, EventLogUnavailable } from '../../src/ports/event-log.ts';
import { emptyServer, evolve, type RealmState } from '../../src/state/realm-state.ts';
import { numbersFrom, seedOfRun } from '../simulation/chance.ts';
import { directLink, MemoryLog, openMemoryLog } from '../simulation/world/memory-log.ts';
import { appendEvents } from '../support/engine.ts';
import { type Given, realmId, registered } from '../support/given.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { dependenciesOver } from './import-dependencies.ts';
import { newUser } from './log-fixture.ts';
import { allIn } from './moving-support.ts';

const seed = seedOfRun();
const place = past.inTopic(1, 'alpha');

/** Messages and edits, among users who join and leave the stream, moves and deletions. */
const history: Given[] = [
  registered,
  past.founded(),
  ...[1, 2, 3].flatMap((id) => newUser(id)),
  past.opened(1, 'general', [1, 2]),
  ...Array.from({ length: 60 }, (_, at) => at + 1).flatMap((id): Given[] => [
    past.sends(id, 1, place),
    ...(id % 5 === 0 ? [past.edits(id, 1, place, past.text(`better ${id}`), `message ${id}`)] : []),
    ...(id % 20 === 7 ? [past.joins(1, 3)] : []),
    ...(id % 20 === 13 ? [past.leaves(1, 3)] : []),
    ...(id % 25 === 0 ? [past.deletes(id, 1, place)] : []),
  ]),
];

describe(`an import into a log that reorders appends (SEED=${seed})`, () => {
  const file = join(temporaryFolder(), 'test.ndjson');
  let source: EventLog;
  /** The same export, imported in its order. */
  let reference: EventLog;
  let count: number;

  before(async () => {
    source = openMemoryLog(new MemoryLog(), directLink);
    await appendEvents(source, history);
    await exportTo(source, { realm: 1, path: file });
    reference = openMemoryLog(new MemoryLog(), directLink);
    count = (await importFrom(dependenciesOver(reference, { keepsOrder: true, atOnceMax: 1 }), file)).appended;
  });
  after(async () => {
    await source.close();
    await reference.close();
  });

  /** Performs each append some turns of the event loop later, and none beyond a number. */
  function disorderly(shared: MemoryLog, chance: () => number, appendsMax = Number.POSITIVE_INFINITY) {
    const log = openMemoryLog(shared, directLink);
    let [appends, inFlight, mostInFlight] = [0, 0, 0];
    const late: EventLog = {
      ...log,
      async append(...given) {
        inFlight += 1;
        mostInFlight = Math.max(mostInFlight, inFlight);
        for (let turns = Math.floor(chance() * 20); turns > 0; turns -= 1) await new Promise(setImmediate);
        appends += 1;
        inFlight -= 1;
        if (appends > appendsMax) throw new EventLogUnavailable('gone');
        return log.append(...given);
      },
    };
    return { log: late, mostInFlight: () => mostInFlight };
  }

  const bring = (log: EventLog) => importFrom(dependenciesOver(log, { keepsOrder: false, atOnceMax: 16 }), file);

  async function stateOf(log: EventLog): Promise<object> {
    const server = emptyServer();
    for (const event of await allIn(log)) {
      const decoded = decode(event);
      if (decoded) evolve(server, decoded);
    }
    const { topics, memberships, directory, channels } = server.realms.get(realmId) as RealmState;
    return { topics, members: memberships.byChannel, accounts: directory.accounts, channels };
  }

  /** Each log stream is complete and once, and every other event than a message is at its place among the others. */
  async function assertSame(log: EventLog): Promise<void> {
    const events = async (of: EventLog) => (await allIn(of)).filter(({ stream }) => !stream.startsWith('server'));
    const [there, here] = [await events(reference), await events(log)];
    const byStream = (all: typeof here) =>
      all
        .map(({ id, stream, revision, data }) => ({ id, stream, revision, data }))
        .sort((a, b) => a.stream.localeCompare(b.stream) || a.revision - b.revision);
    expect(byStream(here), `seed ${seed}`).to.deep.equal(byStream(there));
    const runs = (all: typeof here) =>
      all.reduce<string[][]>(
        (found, { id, type }) => {
          const isFree = type === 'MessageSent' || type === 'MessageEdited';
          if (!isFree) found.push([id], []);
          else found.at(-1)?.push(id);
          return found;
        },
        [[]],
      );
    expect(
      runs(here).map((run) => run.sort()),
      `seed ${seed}`,
    ).to.deep.equal(runs(there).map((run) => run.sort()));
    expect(await stateOf(log), `seed ${seed}`).to.deep.equal(await stateOf(reference));
  }

  it('has many appends in flight, and keeps the order of dependent events', async () => {
    const { log, mostInFlight } = disorderly(new MemoryLog(), numbersFrom(seed));
    const { appended } = await bring(log);
    expect(appended).to.equal(count);
    expect(mostInFlight()).to.be.greaterThan(4);
    await assertSame(log);
  });

  it('is completed wherever it was interrupted', async () => {
    const chance = numbersFrom(seed + 1);
    for (let appendsMax = 1; appendsMax < count; appendsMax += 1 + Math.floor(chance() * 6)) {
      const shared = new MemoryLog();
      const why = await bring(disorderly(shared, chance, appendsMax).log).then(
        () => 'imported',
        (error: Error) => error.message,
      );
      expect(why).to.equal('gone');
      const { log } = disorderly(shared, chance);
      const { appended, found } = await bring(log);
      expect(appended + found, `seed ${seed}`).to.equal(count);
      await assertSame(log);
    }
  });
});
