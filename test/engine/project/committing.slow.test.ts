/** While a batch is committed, the projector absorbs the next one. It sees the documents of the batch that is not committed yet. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { type ReadStore, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import type { Recorded } from '../../../src/vocabulary/events/index.ts';
import { engineIn, everythingIn, type TestEngine } from '../../support/engine.ts';
import { type Given, recorded, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const place = past.inTopic(1, 'alpha');

const batchMax = 80;

/** Each edit is of a message that was sent just before, in the batch before, or long ago. */
const history = (messages: number): Given[] => {
  const events = [
    registered,
    past.founded(),
    ...past.newUser(1),
    ...past.newUser(2),
    past.opened(1, 'general', [1, 2]),
  ];
  for (let id = 1; id <= messages; id += 1) {
    events.push(past.sends(id, 1, place, `word${id % 50} said`));
    const edited = id - (id % 30);
    if (id % 2 === 0 && edited > 0) events.push(past.edits(edited, 1, place, `edited at ${id}`, 'before'));
    if (id % 9 === 0) events.push(id % 18 === 0 ? past.joins(1, 2) : past.leaves(1, 2));
    if (id % 100 === 0) events.push(past.deletes(id - 1, 1, place));
  }
  return events;
};

/** Appends all events at once, because many single appends take long. */
const append = async (log: EventLog, events: readonly Recorded[]): Promise<void> => {
  const results = events.map(({ stream, revision, id, type, data, metadata }) =>
    log.append(stream, [{ id, type, data, metadata }], revision === 0 ? 'none' : revision - 1),
  );
  for (const result of await Promise.all(results)) expect(result.ok).to.equal(true);
};

/** A store whose commits begin late, so that the next batch is absorbed before them. Some commits fail at first. */
const slow = (store: ReadStore, fails: (commit: number) => boolean): ReadStore & { readsDuringCommits(): number } => {
  let [commits, underWay, snapshots, readsDuringCommits] = [0, 0, 0, 0];
  return {
    ...store,
    readsDuringCommits: () => readsDuringCommits,
    snapshot(body) {
      snapshots += 1;
      if (underWay > 0) readsDuringCommits += 1;
      return store.snapshot(body);
    },
    async commit(...given) {
      commits += 1;
      underWay += 1;
      const number = commits;
      const seen = snapshots;
      for (let turn = 0; turn < 100 && snapshots === seen; turn += 1) await new Promise(setImmediate);
      try {
        if (fails(number)) throw new ReadStoreUnavailable('not now');
        await store.commit(...given);
      } finally {
        underWay -= 1;
      }
    },
  };
};

/** After a scrub, which merges the postings. Otherwise each lookup here takes a millisecond. */
const everythingScrubbedIn = async (test: TestEngine): Promise<object> => {
  await test.engine.projector.reached(test.engine.follower.position);
  await test.store.scrub();
  return everythingIn(test);
};

describe('batches that are committed while the next is absorbed', () => {
  const folder = temporaryFolder();
  let expected: object;
  before(async () => {
    const live = await engineIn(folder);
    const events = recorded(history(1.4 * batchMax));
    for (let from = 0; from < events.length; from += 25) {
      await append(live.log, events.slice(from, from + 25));
      await live.engine.follower.catchUp();
      await live.engine.projector.reached(live.engine.follower.position);
    }
    expected = await everythingScrubbedIn(live);
    await live.close();
  });

  for (const [name, fails] of [
    ['when each commit succeeds', () => false],
    ['when some commits fail at first', (commit: number) => commit === 2 || commit === 4],
  ] as const) {
    it(`give the same read models as small batches, ${name}`, async () => {
      const store = slow(await openLmdbReadStore(join(folder, name.replaceAll(' ', '-'))), fails);
      const built = await engineIn(folder, { store, batchMax });
      expect(await everythingScrubbedIn(built)).to.deep.equal(expected);
      expect(store.readsDuringCommits()).to.be.above(0);
      await built.close();
    });
  }
});
