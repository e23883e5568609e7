import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { messageIsThere } from '../../../src/engine/follow/event-reader.ts';
import type { MessageId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('whether a message exists', () => {
  it('is true until it is deleted, whether or not the log still has its content', async () => {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    const isThere = messageIsThere(log);
    const stream = logStream.message(realmId, 7 as MessageId);
    const place = past.inTopic(1, 'lunch');
    expect(await isThere({ stream })).to.equal(false);
    await appendEvents(log, [past.sends(7, 2, place)]);
    expect(await isThere({ stream })).to.equal(true);
    await appendEvents(log, [past.deletes(7, 2, place)]);
    expect(await isThere({ stream })).to.equal(false);
    await log.truncate(stream, 1);
    expect(await isThere({ stream })).to.equal(false);
    await log.close();
  });
});
