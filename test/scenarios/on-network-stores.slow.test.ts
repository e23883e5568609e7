/**
 * Runs some scenarios again, on the test servers for EventStoreDB and MongoDB. VERBATIM_TEST_EVENTSTORE and VERBATIM_TEST_MONGODB run all
 * tests on other servers. If they are set, this file does nothing, because all scenarios run on those servers already.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect } from 'chai';
import { connectionStringOf, type EventStoreServer, startEventStoreServer } from '../servers/eventstoredb/server.ts';
import { type MongoServer, startMongoServer } from '../servers/mongodb/mongo-server.ts';
import { isEmbedded } from '../support/test-stores.ts';

/** For each kind of operation of a store, the scenario that uses it most. */
const files = ['../cli/log', 'as-of-everything', 'at-once', 'endpoints-listing', 'rebuilt.slow', 'review-exports'];

const root = resolve(import.meta.dirname, '../..');

if (isEmbedded)
  describe('on EventStoreDB and MongoDB', function () {
    this.timeout(300_000);
    let log: EventStoreServer;
    let mongo: MongoServer;
    before(async () => {
      log = await startEventStoreServer();
      mongo = await startMongoServer();
    });
    after(async () => {
      await mongo.stop();
      await log.kill();
    });

    it(`run the scenarios ${files.join(', ')}`, async () => {
      const options = ['--no-config', '--timeout', '60000', '--exit', '--reporter', 'dot'];
      // `mocha.js` would start this one in a process of its own.
      const mocha = join(root, 'node_modules/mocha/bin/_mocha');
      const typescript = `--import=${import.meta.resolve('../support/typescript.js')}`;
      const paths = files.map((file) => join(import.meta.dirname, `${file}.test.ts`));
      // Mocha only warns of a file that does not exist.
      expect(paths.filter((path) => !existsSync(path))).to.deep.equal([]);
      const run = spawn(process.execPath, [typescript, mocha, ...options, ...paths], {
        cwd: root,
        env: {
          ...process.env,
          VERBATIM_TEST_EVENTSTORE: connectionStringOf(log.port),
          VERBATIM_TEST_MONGODB: mongo.url,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const said: string[] = [];
      for (const stream of [run.stdout, run.stderr]) stream.on('data', (text: Buffer) => said.push(text.toString()));
      const [code] = (await once(run, 'close')) as [number | null];
      expect(code, said.join('')).to.equal(0);
      expect(said.join('')).to.match(/[1-9]\d* passing/);
    });
  });
