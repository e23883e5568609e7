/** From the embedded log to EventStoreDB (a server that speaks its protocol) and back: each log has the same events. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { openEventStoreLog } from '../../src/adapters/eventstoredb/event-log.ts';
import { exportTo } from '../../src/audit/export.ts';
import { importFrom } from '../../src/audit/import.ts';
import type { EventLog } from '../../src/ports/event-log.ts';
import { connectionStringOf, startEventStoreServer } from '../servers/eventstoredb/server.ts';
import { appendEvents } from '../support/engine.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { dependenciesOver } from './import-dependencies.ts';
import { mixedLog, openLog } from './log-fixture.ts';
import { allIn, historyOf } from './moving-support.ts';

const bring = (log: EventLog, file: string, keepsOrder: boolean) =>
  importFrom(dependenciesOver(log, { keepsOrder }), file);

describe('moving between EventStoreDB and LMDB', () => {
  it('keeps every event in both directions, and nothing that was erased on the way', async () => {
    const folder = temporaryFolder();
    const [out, back, erased] = ['out', 'back', 'erased'].map((name) => join(folder, `${name}.ndjson`)) as [
      string,
      string,
      string,
    ];
    const source = await mixedLog();
    await exportTo(source, { realm: 'all', path: out });
    await source.close();

    const server = await startEventStoreServer();
    const there = await openEventStoreLog(connectionStringOf(server.port), { scavengeUrls: [] });
    const { appended } = await bring(there, out, false);
    expect((await bring(there, out, false)).appended).to.equal(0);
    await exportTo(there, { realm: 'all', path: back });
    const home = await openLog();
    expect((await bring(home, back, true)).appended).to.equal(appended);
    expect(await historyOf(home)).to.deep.equal(await historyOf(there));

    expect(readFileSync(back, 'utf8')).to.include('said elsewhere');
    const place = past.inTopic(1, 'alpha');
    const { stream, ...deletion } = past.deletes(1, 1, place);
    await appendEvents(there, [{ ...deletion, stream: stream.replace('-1.', '-2.') as typeof stream }]);
    const [newest] = await there.readStream('message-2.1', { direction: 'backward', limit: 1 });
    await there.truncate('message-2.1', newest?.revision ?? 0);
    await exportTo(there, { realm: 'all', path: erased });
    expect(JSON.stringify(await allIn(there)), 'until a scavenge the log still shows it').to.include('said elsewhere');
    expect(readFileSync(erased, 'utf8')).to.not.include('said elsewhere');
    await home.close();
    await there.close();
    await server.kill();
  });
});
