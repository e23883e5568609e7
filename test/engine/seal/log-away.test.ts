/** Sealing while the log takes no events. */
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { type EventLog, EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { engineIn, silent, tell } from '../../support/engine.ts';
import { happened, realmId } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sealing } from '../../support/sealed.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('sealing while the log is out of reach', () => {
  it('says once a minute that events are not sealed, however often it tries', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(`${folder}/log`);
    await tell(log, [
      happened(logStream.server(), 'RealmRegistered', { realmId, subdomain: 'test' }),
      ...organization(),
    ]);
    const warnings: string[] = [];
    const logger = { ...silent, warn: (_facts: object, text: string) => void warnings.push(text) };
    const append: EventLog['append'] = (stream, ...given) =>
      stream.startsWith('ledger-')
        ? Promise.reject(new EventLogUnavailable('out of reach'))
        : log.append(stream, ...given);
    const { engine, close } = await engineIn(folder, { log: { ...log, append }, sealing, logger });
    for (let round = 0; round < 3; round += 1) await engine.sealer?.sealNow();
    await close();
    await log.close();
    expect(warnings).to.deep.equal(['events are not sealed yet; trying again']);
  });
});
