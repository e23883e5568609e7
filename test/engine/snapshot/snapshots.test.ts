/** A start from a snapshot gives the same state as a start from the log. An invalid snapshot is ignored. */
import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { expect } from 'chai';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import type { Policy } from '../../../src/define/policy.ts';
import type { Performer } from '../../../src/engine/react/policy-actions.ts';
import { headId, partId, snapshotHead } from '../../../src/engine/snapshot/documents.ts';
import { type ReadStore, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, type TestEngine } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { beginning, folderWithSnapshot, often, say, tamper } from '../../support/snapshot.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const described = (state: object): string => inspect(state, { depth: null, maxArrayLength: null });

/** Closes the engine and checks that its state equals the state folded from the log. */
async function expectTheSameFromTheLog(folder: string, { engine }: TestEngine): Promise<void> {
  const copy = temporaryFolder();
  cpSync(join(folder, 'log'), join(copy, 'log'), { recursive: true });
  const fresh = await engineIn(copy);
  expect(fresh.engine.startedFrom).to.equal(undefined);
  expect(described(engine.state)).to.equal(described(fresh.engine.state));
  await fresh.close();
}

describe('a snapshot of the state', () => {
  it('is loaded by the next start, which then has the whole state', async () => {
    const folder = await folderWithSnapshot();
    const after = await engineIn(folder);
    expect(after.engine.startedFrom).to.be.a('number');
    expect(after.engine.follower.folded).to.equal(0);
    expect(await say(after, 'four')).to.equal(4);
    await after.close();
    await expectTheSameFromTheLog(folder, after);
  });

  it('is saved after a number of events, and the next start follows the log from there', async () => {
    const folder = temporaryFolder();
    const running = await engineIn(folder, { snapshotEvery: 20 });
    await appendEvents(running.log, beginning);
    await running.engine.follower.catchUp();
    for (let number = 0; number < 90; number += 1) await say(running, `message ${number}`);
    const head = await running.store.snapshot((view) => view.get(snapshotHead, headId));
    expect(head?.position).to.be.above(0);
    await running.close();
    const after = await engineIn(folder);
    expect(after.engine.startedFrom).to.be.a('number');
    expect(after.engine.follower.folded).to.be.below(60);
    await after.close();
    await expectTheSameFromTheLog(folder, after);
  });

  it('may be deleted: the next start follows the whole log', async () => {
    const folder = await folderWithSnapshot();
    rmSync(join(folder, 'read-models'), { recursive: true });
    const after = await engineIn(folder);
    expect(after.engine.startedFrom).to.equal(undefined);
    expect(await say(after, 'four')).to.equal(4);
    await after.close();
  });

  for (const [name, how] of [
    ['is of another version', (head, put) => put(headId, { ...head, version: 'another' })],
    [
      'is damaged',
      (head, put) =>
        put(partId(head.generation, 0), { generation: head.generation, number: 0, checksum: 'x', bytes: 'AAAA' }),
    ],
    ['lacks a part', (head, put) => put(headId, { ...head, parts: head.parts + 1 })],
    ['has parts of two', (head, put) => put(headId, { ...head, checksum: 'of others' })],
    ['is ahead of the read models', (head, put) => put(headId, { ...head, position: head.position + 1 })],
    [
      'is of another log',
      (head, put) => put(headId, { ...head, landmarks: head.landmarks.map((mark) => ({ ...mark, id: randomUUID() })) }),
    ],
    [
      'is of a log that was longer',
      (head, put) =>
        put(headId, { ...head, landmarks: [...head.landmarks, { ...head.landmarks[0], stream: 'message-1.99' }] }),
    ],
  ] as [string, Parameters<typeof tamper>[1]][])
    it(`is not used if it ${name}`, async () => {
      const folder = await folderWithSnapshot();
      await tamper(folder, how);
      const after = await engineIn(folder, often);
      expect(after.engine.startedFrom).to.equal(undefined);
      expect(await say(after, 'four')).to.equal(4);
      await after.close();
      const again = await engineIn(folder);
      expect(again.engine.startedFrom, 'it is replaced').to.be.a('number');
      await again.close();
    });

  it('is used although its newest event was erased since', async () => {
    const folder = await folderWithSnapshot();
    await tamper(folder, (head, put) => {
      const erased = head.landmarks.find(({ stream }) => stream === 'message-1.3');
      put(headId, { ...head, landmarks: [head.landmarks[0], erased] });
    });
    const erasing = await engineIn(folder, { snapshotEvery: 1_000_000 });
    expect(erasing.engine.startedFrom).to.be.a('number');
    await appendEvents(
      erasing.log,
      [past.sends(3, 1, past.inTopic(1, 'hello')), past.deletes(3, 1, past.inTopic(1, 'hello'))].slice(1),
    );
    await erasing.log.truncate('message-1.3', 1);
    await erasing.log.scrub();
    await erasing.close();
    const after = await engineIn(folder);
    expect(after.engine.startedFrom).to.be.a('number');
    await after.close();
  });

  it('contains unfinished policy actions, and which policies have started', async () => {
    const folder = temporaryFolder();
    const done: string[] = [];
    let isAble = false;
    const policy: Policy<RealmState> = { name: 'tell', on: { MessageSent: () => [''] } };
    const performer: Performer = {
      kind: 'do',
      async perform(event) {
        if (!isAble) throw new Error('not now');
        if (event.type === 'MessageSent') done.push(event.data.text.content);
      },
    };
    const own = { policies: [policy], performers: { tell: performer }, ...often };
    const before = await engineIn(folder, own);
    await appendEvents(before.log, beginning);
    await before.engine.follower.catchUp();
    await say(before, 'one');
    await before.close();
    isAble = true;
    const after = await engineIn(folder, own);
    expect(after.engine.startedFrom).to.be.a('number');
    expect(after.engine.follower.folded).to.equal(0);
    await say(after, 'two');
    await finished(after, 2);
    expect(done).to.deep.equal(['one', 'two']);
    await after.close();
  });

  it('contains the log streams that have events of unknown types', async () => {
    const folder = await folderWithSnapshot();
    const before = await engineIn(folder, often);
    const stream = logStream.message(realmId, 4 as never);
    await before.log.append(
      stream,
      [{ id: randomUUID(), type: 'SomethingNew', data: {}, metadata: { schema: 1 } }],
      'none',
    );
    await before.engine.follower.catchUp();
    await appendEvents(before.log, [past.joins(1, 2)]);
    await before.engine.follower.catchUp();
    await before.close();
    const after = await engineIn(folder);
    expect(after.engine.follower.folded).to.equal(0);
    const refused = await say(after, 'four').catch(String);
    expect(refused).to.include('unavailable');
    await after.close();
  });

  it('is the old one or the new one, complete, wherever a write is interrupted', async () => {
    for (let commits = 0; commits < 4; commits += 1) {
      const folder = await folderWithSnapshot();
      const store = await openLmdbReadStore(join(folder, 'read-models'));
      const breaking = await engineIn(folder, { store: breakingAfter(store, commits), snapshotEvery: 1 });
      await say(breaking, 'four');
      await breaking.close();
      const after = await engineIn(folder, { snapshotEvery: 1_000_000 });
      expect(after.engine.startedFrom).to.be.a('number');
      expect(after.engine.follower.folded).to.be.below(2);
      await after.close();
      await expectTheSameFromTheLog(folder, after);
    }
  });
});

/** Resolves when the log has this many finished policy actions. */
async function finished({ log, engine }: TestEngine, count: number): Promise<void> {
  const ends = async (): Promise<number> => {
    let found = 0;
    for await (const { type } of log.readAll(0, ['reaction-'])) if (type === 'PolicyActionFinished') found += 1;
    return found;
  };
  while ((await ends()) < count) await engine.follower.reached(engine.follower.position + 1);
}

/** A store that accepts this many commits of snapshots, and refuses later ones. */
function breakingAfter(store: ReadStore, commits: number): ReadStore {
  let left = commits;
  return {
    ...store,
    async commit(writes, checkpoint, lease) {
      if (checkpoint === undefined && left-- <= 0) throw new ReadStoreUnavailable('as if it had died');
      await store.commit(writes, checkpoint, lease);
    },
  };
}
