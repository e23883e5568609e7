/** Sealing while the log refuses appends. */
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { type EventLog, EventLogUnavailable } from '../../../src/ports/event-log.ts';
import type { RealmId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, silent } from '../../support/engine.ts';
import { happened, realmId, registered } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { sealing } from '../../support/sealed.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const otherId = 2 as RealmId;

describe('sealing while the log is out of reach', () => {
  it('logs once a minute for each organization that events are not sealed, however often it tries', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(`${folder}/log`);
    await appendEvents(log, [
      registered,
      ...organization(),
      happened(logStream.server(), 'RealmRegistered', { realmId: otherId, subdomain: 'other' }),
      happened(logStream.realm(otherId), 'RealmCreated', {
        realmId: otherId,
        subdomain: 'other',
        name: 'Other',
        emailDomain: 'other.example',
        description: '',
        renderedDescription: '',
      }),
    ]);
    const warnings: string[] = [];
    const logger = {
      ...silent,
      warn: (facts: object, text: string) => void warnings.push(`${(facts as { realm?: number }).realm}: ${text}`),
    };
    const append: EventLog['append'] = (stream, ...given) =>
      stream.startsWith('ledger-')
        ? Promise.reject(new EventLogUnavailable('out of reach'))
        : log.append(stream, ...given);
    const { engine, close } = await engineIn(folder, { log: { ...log, append }, sealing, logger });
    for (let round = 0; round < 3; round += 1) await engine.sealer?.sealNow();
    await close();
    await log.close();
    expect(warnings).to.have.members([realmId, otherId].map((id) => `${id}: events are not sealed yet; trying again`));
  });
});
