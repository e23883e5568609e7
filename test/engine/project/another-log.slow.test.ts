/** Read models whose log was restored or lost are rebuilt, so that they show nothing that is not in the log. */
import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { projections } from '../../../projections/index.ts';
import { users } from '../../../projections/users.ts';
import { openLmdbReadStore } from '../../../src/adapters/lmdb/read-store.ts';
import { openMongoReadStore } from '../../../src/adapters/mongodb/read-store.ts';
import type { Logger } from '../../../src/engine/logger.ts';
import { snapshotParts } from '../../../src/engine/snapshot/documents.ts';
import { feedModel } from '../../../src/feed/model.ts';
import { type ReadStore, ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import { databaseUrl, dropDatabase } from '../../adapters/mongodb/subject.ts';
import { type MongoServer, startMongoServer } from '../../servers/mongodb/mongo-server.ts';
import { appendEvents, engineIn, everythingIn, silent, type TestEngine } from '../../support/engine.ts';
import { realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const real = process.env.VERBATIM_TEST_MONGODB;
const place = past.inTopic(1, 'plans');
const beginning = [
  registered,
  past.founded(),
  ...past.newUser(1),
  past.opened(1, 'general', [1]),
  past.sends(1, 1, place, past.text('kept')),
];
const sent = (id: number, words: string) => past.sends(id, 1, place, past.text(words));

for (const kind of ['lmdb', 'mongodb'])
  describe(`read models in ${kind} of another log`, () => {
    let mongo: MongoServer | undefined;
    let url: string;
    let folder: string;
    let warnings: string[];
    let running: TestEngine | undefined;
    const logger: Logger = { ...silent, warn: (_facts, text) => warnings.push(text) };

    before(async () => {
      if (kind === 'mongodb' && real === undefined) mongo = await startMongoServer();
    });
    after(() => mongo?.stop());
    beforeEach(() => {
      folder = temporaryFolder();
      url = databaseUrl(real ?? mongo?.url ?? '', `verbatim-test-${randomUUID()}`);
      warnings = [];
    });
    afterEach(async () => {
      await running?.close();
      if (kind === 'mongodb') await dropDatabase(url);
    });

    const openStore = (): Promise<ReadStore> =>
      kind === 'lmdb' ? openLmdbReadStore(join(folder, 'read-models')) : openMongoReadStore(url, { watchMs: 20 });
    const start = async (own: Parameters<typeof engineIn>[1] = {}): Promise<TestEngine> => {
      running = await engineIn(folder, { store: await openStore(), logger, snapshotEvery: 1, ...own });
      return running;
    };
    const stop = async (): Promise<void> => {
      await running?.engine.follower.catchUp();
      await running?.engine.projector.reached(running.engine.follower.position);
      await running?.close();
      running = undefined;
    };

    /** A log of five messages and its read models; then the log as it was after the first message, with `later` after that. */
    const restored = async (later: readonly string[]): Promise<void> => {
      const first = await start();
      await appendEvents(first.log, beginning);
      await stop();
      cpSync(join(folder, 'log'), join(folder, 'backup'), { recursive: true });
      const second = await start();
      await appendEvents(second.log, [sent(2, 'lost'), sent(3, 'lost'), sent(4, 'lost'), sent(5, 'lost')]);
      await stop();
      rmSync(join(folder, 'log'), { recursive: true });
      cpSync(join(folder, 'backup'), join(folder, 'log'), { recursive: true });
      expect(warnings).to.deep.equal([]);
      if (later.length === 0) return;
      // The log is written to before the read models are rebuilt.
      const besides = await engineIn(folder, { readModels: 'others' });
      await appendEvents(
        besides.log,
        later.map((words, index) => sent(index + 2, words)),
      );
      await besides.close();
    };

    const expectWhatTheLogHolds = async (): Promise<void> => {
      const started = await start();
      const shown = await everythingIn(started);
      expect(JSON.stringify(shown)).not.to.include('lost');
      expect(warnings.filter((text) => text.includes('do not belong to this log')).length).to.equal(1);
      await stop();
      const anew = await engineIn(folder, { readModels: 'anew' });
      expect(await everythingIn(anew)).to.deep.equal(shown);
      await anew.close();
      await start();
      expect(warnings.length, 'they belong to it now').to.equal(1);
    };

    it('are built again if the log was restored to an earlier state', async () => {
      await restored([]);
      await expectWhatTheLogHolds();
    });

    it('are built again if the restored log has other messages at the same positions', async () => {
      await restored(['other', 'other', 'other', 'other', 'other', 'other']);
      await expectWhatTheLogHolds();
    });

    it('are emptied if the log was lost', async () => {
      await restored([]);
      rmSync(join(folder, 'log'), { recursive: true });
      await expectWhatTheLogHolds();
    });

    if (kind === 'mongodb')
      it('are shown to nobody by a process that may not build them yet', async () => {
        await restored(['other']);
        const other = await openStore();
        await other.open([...projections, feedModel, snapshotParts]);
        expect(await other.takeLease('another process', 600_000)).to.be.an('object');
        const started = await start({ servesMeanwhile: true, readWaitMs: 300, leaseMs: 150 });
        const ask = (): Promise<unknown> =>
          started.engine
            .read((view) => view.count(users, 'byId', { prefix: [realmId], limit: 10 }))
            .catch((error: unknown) => error);
        expect(await ask()).to.be.instanceOf(ReadStoreUnavailable);
        expect(warnings.join('\n')).to.match(
          /^the read models do not belong .*if that is another service, give each its own/,
        );
        // The other process gives the lease back.
        await other.close();
        await started.engine.projector.reached(started.engine.follower.position);
        expect(await ask()).to.equal(1);
      });
  });
