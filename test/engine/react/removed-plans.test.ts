/** The plan of a policy action, which may repeat the words of a message, leaves the log when the action is finished, whatever fails then. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { decode } from '../../../src/engine/follow/decode.ts';
import { type EventLog, EventLogUnavailable } from '../../../src/ports/event-log.ts';
import type { EventId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { happened, realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withResolvers } from '../../support/with-resolvers.ts';
import { beginning, echo } from './echo.ts';

const place = past.inTopic(1, 'echoes');
const hello = past.sends(1, 1, place, past.text('hello'), { actor: 1 } as never);

describe('plans of policy actions', () => {
  it('are removed even if that failed once', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    let tries = 0;
    const { promise: isRemoved, resolve: removed } = withResolvers();
    const truncate: EventLog['truncate'] = async (stream, before) => {
      if (!stream.startsWith('reaction-')) return log.truncate(stream, before);
      tries += 1;
      if (tries === 1) throw new EventLogUnavailable('away');
      await log.truncate(stream, before);
      removed();
    };
    const server = await engineIn(folder, { log: { ...log, truncate }, policies: [echo] });
    await appendEvents(log, [...beginning, hello]);
    await isRemoved;
    await server.close();
    expect(await plansIn(log)).to.deep.equal([]);
    await log.close();
  });

  it('are removed by the next process if the process that finished the action died too early', async () => {
    const folder = temporaryFolder();
    const before = await engineIn(folder, { policies: [echo] });
    await appendEvents(before.log, beginning);
    await before.engine.follower.catchUp();
    await before.engine.policyRunner.stop();
    await appendEvents(before.log, [...beginning, hello].slice(-1));
    const [sent] = await before.log.readStream('message-1.1');
    const causedBy = sent?.id as EventId;
    const stream = logStream.policyClaim(realmId, causedBy, 'echo.');
    const input = { messageId: 7, senderId: 1, place, content: 'echo of 1' };
    const action = { policy: 'echo.', causedBy };
    // One that had no plan is not looked at.
    const other = logStream.policyClaim(realmId, causedBy, 'other.');
    await appendEvents(before.log, [happened(other, 'PolicyActionFinished', { policy: 'other.', causedBy })]);
    await appendEvents(before.log, [
      happened(stream, 'PolicyActionClaimed', { ...action, plan: [{ command: 'send-notice', input }] }),
      happened(stream, 'PolicyActionFinished', action),
    ]);
    expect(await plansIn(before.log)).to.deep.equal([stream]);
    await before.close();

    const log = await openLmdbEventLog(join(folder, 'log'));
    const read: string[] = [];
    const readStream: EventLog['readStream'] = (name, part) => {
      if (name.startsWith('reaction-') && part === undefined) read.push(name);
      return log.readStream(name, part);
    };
    const after = await engineIn(folder, { log: { ...log, readStream }, policies: [echo] });
    await after.engine.policyRunner.stop();
    expect(read).to.deep.equal([stream]);
    expect(await plansIn(after.log)).to.deep.equal([]);
    expect((await after.log.readStream(stream)).map(({ type }) => type)).to.deep.equal(['PolicyActionFinished']);
    await after.close();
    await log.close();
  });
});

/** The claims that the log still has. */
async function plansIn(log: EventLog): Promise<string[]> {
  const found: string[] = [];
  for await (const stored of log.readAll(0, ['reaction-']))
    if (decode(stored)?.type === 'PolicyActionClaimed') found.push(stored.stream);
  return found;
}
