import { expect } from 'chai';
import { sendMessage } from '../../../commands/message/send-message.ts';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { Sealing } from '../../../src/engine/seal/sealer.ts';
import { sha256 } from '../../../src/ledger/hashing.ts';
import { privateKeyFrom } from '../../../src/ledger/signed-note.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { DataOf } from '../../../src/vocabulary/events/index.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, type TestEngine } from '../../support/engine.ts';
import { type Given, happened, realmId, registered } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import * as past from '../../support/past-events.ts';
import { sealedIn, sealing, testKeys } from '../../support/sealed.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

const beginning = [registered, ...organization()];
const sent = (from: number, count: number): Given[] =>
  Array.from({ length: count }, (_, at) => past.sends(from + at, 3, past.inTopic(1, 'lunch')));

describe('sealing', () => {
  let folder: string;
  let log: EventLog;
  const opened: TestEngine[] = [];
  const start = async (own: Partial<Sealing> = {}, more: object = {}): Promise<TestEngine> => {
    const engine = await engineIn(folder, { log, sealing: { ...sealing, ...own }, ...more });
    opened.push(engine);
    return engine;
  };
  const sealedUpToEnd = async ({ engine }: TestEngine): Promise<void> => {
    await engine.follower.catchUp();
    await engine.sealer?.sealed(realmId, engine.follower.position);
  };
  beforeEach(async () => {
    folder = temporaryFolder();
    log = await openLmdbEventLog(`${folder}/log`);
  });
  afterEach(async () => {
    for (const engine of opened.splice(0)) await engine.close();
    await log.close();
  });

  it('seals every recorded event once, in the order of the log, in batches of bounded size, and ends', async () => {
    await appendEvents(log, beginning);
    const test = await start({ eventsMax: 10 });
    await appendEvents(log, sent(1, 25));
    await sealedUpToEnd(test);
    // LedgerBegan is recorded, too, when the first batch has been appended.
    const first = await sealedIn(log);
    expect(first.unsealed).to.have.length.below(2);
    expect(Math.max(...first.batches)).to.equal(10);
    const began = first.events.find(({ type }) => type === 'LedgerBegan');
    expect(began?.data).to.include({ origin: 'chat.example.com/audit/test' });
    expect(first.ids).to.include(began?.id);
    const tail = await log.tail();
    await sealedUpToEnd(test);
    expect(await log.tail()).to.equal(tail);
    expect((await sealedIn(log)).unsealed).to.deep.equal([]);
  });

  it('lets many callers wait at once without a listener each, and rejects them when the process stops', async () => {
    const warned: string[] = [];
    const onWarning = ({ name }: Error): void => void warned.push(name);
    process.on('warning', onWarning);
    try {
      await appendEvents(log, beginning);
      const { engine, close } = await engineIn(folder, { log, sealing });
      const beyond = engine.follower.position + 1_000_000;
      const waits = Array.from({ length: 20 }, () => engine.sealer?.sealed(realmId, beyond));
      const ended = Promise.allSettled(waits);
      await close();
      expect((await ended).map(({ status }) => status)).to.deep.equal(Array(20).fill('rejected'));
      expect(warned).to.deep.equal([]);
    } finally {
      process.off('warning', onWarning);
    }
  });

  it('replaces the former key once, even if nothing else happens', async () => {
    await appendEvents(log, beginning);
    const first = await start();
    for (let round = 0; round < 2; round += 1) await sealedUpToEnd(first);
    const keys = { current: privateKeyFrom(sha256('another key')), former: testKeys.current };
    for (let round = 0; round < 2; round += 1) {
      await opened.pop()?.close();
      const test = await start({ keys });
      await test.engine.sealer?.sealNow();
      await sealedUpToEnd(test);
      const { unsealed, events } = await sealedIn(log);
      expect(unsealed).to.deep.equal([]);
      expect(events.filter(({ type }) => type === 'LedgerKeyReplaced')).to.have.length(1);
    }
  });

  it('does not seal events that are not recorded', async () => {
    await appendEvents(log, [
      ...beginning,
      happened(logStream.request(realmId, 'x'), 'RequestClaimed', {
        fingerprint: '',
        messageId: 1 as never,
        eventId: 'x' as never,
      }),
      happened(logStream.policy('x'), 'PolicyStarted', { policy: 'x' }),
    ]);
    await sealedUpToEnd(await start());
    const { ids, events } = await sealedIn(log);
    const types = new Set(ids.map((id) => events.find((event) => event.id === id)?.type));
    for (const type of ['RequestClaimed', 'PolicyStarted', 'LedgerSealed']) expect(types).not.to.include(type);
  });

  it('continues after another process stopped, with a snapshot and without one', async () => {
    await appendEvents(log, beginning);
    for (let round = 0; round < 6; round += 1) {
      const test = await start({ eventsMax: 3 }, round % 2 === 0 ? { snapshotEvery: 5 } : {});
      await appendEvents(log, sent(1 + round * 20, 20));
      if (round % 3 !== 2) await sealedUpToEnd(test);
      await opened.pop()?.close();
    }
    const test = await start();
    await sealedUpToEnd(test);
    expect((await sealedIn(log)).ids).to.have.length.above(120);
  });

  it('is done once by several processes at once', async () => {
    await appendEvents(log, beginning);
    const engines = [
      await start({ eventsMax: 4 }, { readModels: 'a' }),
      await start({ eventsMax: 7 }, { readModels: 'b' }),
    ];
    for (let round = 0; round < 10; round += 1)
      await Promise.all(
        engines.map(({ engine }) =>
          engine.executor.execute(
            sendMessage,
            { to: { kind: 'channel', channel: 'general', topic: 'lunch' }, content: `round ${round}` },
            { realmId, actor: 3 as UserId, client: 'test', requestId: 'r' },
          ),
        ),
      );
    for (const engine of engines) await sealedUpToEnd(engine);
    const { unsealed, batches } = await sealedIn(log);
    expect(unsealed).to.have.length.below(2);
    expect(batches.length).to.be.above(2);
  });

  it('seals nothing that another process has sealed and that is not followed here yet', async () => {
    await appendEvents(log, beginning);
    let isHeldBack = false;
    const { promise: released, resolve: release } = withResolvers();
    /** What the other process seals arrives late, as over a network. */
    const late: EventLog = {
      ...log,
      subscribe: (after, prefixes, listener) =>
        log.subscribe(after, prefixes, {
          ...listener,
          async onEvents(events) {
            const at = isHeldBack ? events.findIndex(({ stream }) => stream.startsWith('ledger-')) : -1;
            if (at !== 0) await listener.onEvents(at < 0 ? events : events.slice(0, at));
            if (at < 0) return;
            await released;
            await listener.onEvents(events.slice(at));
          },
        }),
    };
    // Each seals on request.
    const behind = await start({ withinMs: 60_000 }, { log: late, readModels: 'b' });
    const ahead = await start({ withinMs: 60_000 }, { readModels: 'a' });
    const sealNow = async ({ engine }: TestEngine): Promise<void> => {
      await engine.follower.catchUp();
      await engine.sealer?.sealNow();
    };
    for (let round = 0; round < 3; round += 1) await sealNow(ahead);
    await appendEvents(log, sent(1, 3));
    for (const { engine } of [ahead, behind]) await engine.follower.catchUp();
    isHeldBack = true;
    await sealNow(ahead);
    await behind.engine.sealer?.sealNow();
    const sealed = (await sealedIn(log)).batches.length;
    release();
    // It throws if an event is sealed twice.
    await appendEvents(log, sent(4, 3));
    await sealNow(behind);
    const { batches, unsealed } = await sealedIn(log);
    expect(unsealed).to.deep.equal([]);
    expect(batches).to.have.length(sealed + 1);
  });

  it('holds a bounded number of events, and reads the rest from the log', async function () {
    this.timeout(60_000);
    await appendEvents(log, beginning);
    const stream = logStream.realm(realmId);
    let revision = (await log.readStream(stream, { direction: 'backward', limit: 1 }))[0]?.revision ?? 0;
    const metadata = { actor: null, at: 1, client: 'x', requestId: 'r', schema: 1, salt: 'c2FsdA' };
    const data = { name: 'x', previousName: 'y' };
    for (let batch = 0; batch < 8; batch += 1) {
      const events = Array.from({ length: 500 }, (_, at) => ({
        id: `00000000-0000-4000-9000-${String(batch * 500 + at).padStart(12, '0')}`,
        type: 'RealmRenamed',
        data,
        metadata,
      }));
      await log.append(stream, events, revision);
      revision += events.length;
    }
    const test = await start({ heldMax: 2_000 }, { projections: [] });
    await sealedUpToEnd(test);
    expect((await sealedIn(log)).ids).to.have.length.above(4_000);
  });

  it('waits for a process of a later version at an event that only that version knows', async () => {
    await appendEvents(log, beginning);
    const test = await start();
    await sealedUpToEnd(test);
    const metadata = { actor: null, at: 1, client: 'x', requestId: 'r', schema: 1, salt: 'c2FsdA' };
    const id = '00000000-0000-4000-9000-000000000001';
    await log.append('poll-1.1', [{ id, type: 'PollOpened', data: {}, metadata }], 'none');
    await appendEvents(log, sent(1, 1));
    await test.engine.follower.catchUp();
    expect(test.engine.sealer?.status().refused[0]?.why).to.match(/PollOpened .* later version/);
  });

  describe('refuses', () => {
    const whyRefused = async (test: TestEngine): Promise<string> => {
      await appendEvents(log, sent(100, 1));
      await test.engine.follower.catchUp();
      while (test.engine.sealer?.status().refused.length === 0) await new Promise(setImmediate);
      return test.engine.sealer?.status().refused[0]?.why ?? '';
    };
    const newestSeal = async () =>
      (await log.readStream(logStream.ledger(realmId), { direction: 'backward', limit: 1 }))[0];
    const appendSeal = async (change: (data: DataOf<'LedgerSealed'>) => object): Promise<void> => {
      const seal = await newestSeal();
      const data = { ...(seal?.data as DataOf<'LedgerSealed'>) };
      const metadata = { ...(seal?.metadata as object) };
      const id = '00000000-0000-4000-9000-000000000002';
      await log.append(
        logStream.ledger(realmId),
        [{ id, type: 'LedgerSealed', data: change(data), metadata }],
        seal?.revision ?? 0,
      );
    };
    beforeEach(async () => {
      await appendEvents(log, beginning);
      const test = await start();
      await sealedUpToEnd(test);
      await sealedUpToEnd(test);
    });

    it('to continue after a tree that its checkpoint does not sign', async () => {
      await opened.pop()?.close();
      await appendSeal((data) => ({ ...data, subtrees: data.subtrees.map(() => Buffer.alloc(32).toString('base64')) }));
      expect(await whyRefused(await start())).to.match(/is not the one that its checkpoint signs/);
    });

    it('to continue after a checkpoint that no known key signed', async () => {
      await opened.pop()?.close();
      await appendSeal((data) => ({ ...data, checkpoint: data.checkpoint.replace(/\n— .*\n$/, '\n— a AAAAAAA=\n') }));
      expect(await whyRefused(await start())).to.match(/none of the keys that this process has.*ledger-key/);
    });

    it('to continue after a smaller tree than it has signed', async () => {
      await appendSeal((data) => ({ ...data, entries: [['00000000-0000-4000-8000-00000000ffff', data.subtrees[0]]] }));
      expect(await whyRefused(opened[0] as TestEngine)).to.match(/does not follow from the events of its last batch/);
    });

    it('to sign with another key, and logs it at the start although there is no event to seal', async () => {
      await opened.pop()?.close();
      const { engine } = await start({ keys: { current: privateKeyFrom(sha256('another key')) } });
      while (engine.sealer?.status().refused.length === 0) await new Promise(setImmediate);
      expect(engine.sealer?.status()).to.deep.include({ unsealed: 0 });
      expect(engine.sealer?.status().refused[0]?.why).to.match(/none of the keys that this process has/);
    });

    it('to sign with another key, until the ledger names it as the next one', async () => {
      await opened.pop()?.close();
      const current = privateKeyFrom(sha256('another key'));
      expect(await whyRefused(await start({ keys: { current } }))).to.match(
        /none of the keys that this process has|unknown to this process/,
      );
      await opened.pop()?.close();
      const test = await start({ keys: { current, former: testKeys.current } });
      await sealedUpToEnd(test);
      await opened.pop()?.close();
      const later = await start({ keys: { current } });
      await appendEvents(log, sent(1, 3));
      await sealedUpToEnd(later);
      const { unsealed, events } = await sealedIn(log);
      expect(unsealed).to.deep.equal([]);
      expect(events.filter(({ type }) => type === 'LedgerKeyReplaced')).to.have.length(1);
    });
  });
});
