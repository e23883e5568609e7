/** Log streams that have ended lose their earlier events, whatever fails meanwhile. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { TruncateEnded } from '../../../src/engine/follow/truncate-ended.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { QueueId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn, silent } from '../../support/engine.ts';
import { happened, realmId, recorded, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withResolvers } from '../../support/with-resolvers.ts';

const queue = logStream.queue(realmId, '1:1' as QueueId);
const ends = happened(queue, 'EventQueueDeleted', { queueId: '1:1' as QueueId });
const beginning = [registered, past.founded(), ...past.newUser(1), past.listens(1, '1:1')];

/** Resolves when the stream has been truncated. */
function truncating(log: EventLog, fail: () => boolean) {
  const { promise: truncated, resolve: done } = withResolvers();
  const truncate: EventLog['truncate'] = async (stream, before) => {
    if (fail()) throw new Error('the log is away');
    await log.truncate(stream, before);
    done();
  };
  const proxy = new Proxy(log, {
    get: (of, name) => {
      if (name === 'truncate') return truncate;
      const value = Reflect.get(of, name);
      return typeof value === 'function' ? value.bind(of) : value;
    },
  });
  return { log: proxy, truncated };
}

const typesIn = async (log: EventLog): Promise<string[]> => (await log.readStream(queue)).map(({ type }) => type);

describe('the end of a log stream', () => {
  it('removes its earlier events, even if that fails at first', async () => {
    const failures = [1, 2];
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    const given = truncating(log, () => failures.pop() !== undefined);
    const part = new TruncateEnded({
      log: given.log,
      newsAfter: 0,
      logger: silent,
      pauseMs: 1,
      sealed: () => undefined,
    });
    await appendEvents(log, [...beginning, ends]);
    for (const event of recorded([...beginning, ends])) part.see({ event });
    await given.truncated;
    expect(await typesIn(log)).to.deep.equal(['EventQueueDeleted']);
    expect(failures).to.deep.equal([]);
    await part.stop();
    await log.close();
  });

  it('removes them at the next start, if the process ended too early', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    const first = await engineIn(folder, { log: truncating(log, () => true).log });
    await appendEvents(log, [...beginning, ends]);
    await first.engine.follower.catchUp();
    await first.engine.projector.reached(first.engine.follower.position);
    await first.close();
    expect(await typesIn(log)).to.deep.equal(['EventQueueRegistered', 'EventQueueDeleted']);
    const given = truncating(log, () => false);
    const second = await engineIn(folder, { log: given.log });
    await given.truncated;
    expect(await typesIn(log)).to.deep.equal(['EventQueueDeleted']);
    await second.close();
    await log.close();
  });
});
