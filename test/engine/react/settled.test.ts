/** A request waits for the actions of policies that it causes, but only for a limited time, because it has already succeeded. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { type EventLog, EventLogUnavailable } from '../../../src/ports/event-log.ts';
import type { Recorded } from '../../../src/vocabulary/events/index.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { withResolvers } from '../../support/with-resolvers.ts';
import { beginning, echo, sentTexts } from './echo.ts';

describe('waiting for policies', () => {
  it('ends after a time if they cannot act yet', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    let isTaken = false;
    const append: EventLog['append'] = async (stream, ...more) =>
      stream.startsWith('reaction-') && !isTaken
        ? { ok: false, reason: 'unavailable', detail: 'not now' }
        : log.append(stream, ...more);
    const server = await engineIn(folder, { policies: [echo], log: { ...log, append } });
    await appendEvents(log, beginning);
    await server.engine.follower.catchUp();
    await appendEvents(log, [...beginning, past.sends(1, 1, past.inTopic(1, 'echoes'), past.text('hello'))].slice(-1));
    await server.engine.follower.catchUp();
    const settled = (ms: number) => server.engine.policyRunner.settled(realmId, server.engine.follower.position, ms);
    await settled(1);
    expect(await sentTexts(server)).to.deep.equal(['hello']);
    isTaken = true;
    await settled(60_000);
    expect(await sentTexts(server)).to.deep.equal(['hello', 'echo of 1']);
    await server.close();
    await log.close();
  });

  it("ends when no action is unfinished on an event of the caller's", async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    const { promise: mayFinish, resolve: finish } = withResolvers();
    const append: EventLog['append'] = async (stream, events, ...more) => {
      if (events.some(({ type }) => type === 'PolicyActionFinished')) await mayFinish;
      return log.append(stream, events, ...more);
    };
    const server = await engineIn(folder, { policies: [echo], log: { ...log, append } });
    const { policyRunner, follower } = server.engine;
    const all = [...beginning, past.sends(1, 1, past.inTopic(1, 'echoes'), past.text('hello'))];
    await appendEvents(log, beginning);
    await follower.catchUp();
    await appendEvents(log, all.slice(-1));
    await follower.catchUp();
    const isOf = (id: number) => (event: Recorded) => event.type === 'MessageSent' && event.data.messageId === id;
    let isFinished = false;
    const finished = policyRunner.finished(realmId, isOf(1), 60_000).then(() => {
      isFinished = true;
    });
    await policyRunner.finished(realmId, isOf(2), 60_000);
    await policyRunner.settled(realmId, follower.position, 60_000);
    const late = await policyRunner.finished(realmId, isOf(1), 1).catch((error: unknown) => error);
    expect(late).to.have.deep.property('refusal').that.includes({ code: 'unavailable', cause: 'too-busy' });
    expect([isFinished, policyRunner.memory().unfinished.length]).to.deep.equal([false, 1]);
    finish();
    await finished;
    expect(policyRunner.memory().unfinished).to.deep.equal([]);
    await server.close();
    const refused = await policyRunner.finished(realmId, isOf(1), 60_000).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(EventLogUnavailable);
    await log.close();
  });
});
