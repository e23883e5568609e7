/** A request about many streams whose process ends in the middle. Each stream is done wholly or not at all; sent again, it is finished. */
import { join } from 'node:path';
import { expect } from 'chai';
import { subscribe } from '../../../commands/channels/subscribe.ts';
import { unsubscribe } from '../../../commands/channels/unsubscribe.ts';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { emptyChannels } from '../../../src/policies/empty-channels.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const streams = [1, 2, 3, 4, 5, 6];
const beginning = [
  registered,
  past.founded(),
  ...past.newUser(1, { role: 100 }),
  ...past.newUser(2),
  ...past.newUser(3),
  ...streams.map((id) => past.opened(id, `stream ${id}`, [1])),
];

describe('a decision about many streams that is interrupted', () => {
  for (const appended of [1, 2, 4, 6])
    it(`after ${appended} of its appends is completed when it is sent again, and nothing is done twice`, async () => {
      const folder = temporaryFolder();
      const log = await openLmdbEventLog(join(folder, 'log'));
      await appendEvents(log, beginning);
      let left = Number.POSITIVE_INFINITY;
      const ending: EventLog = {
        ...log,
        append: async (...given) => {
          if (left === 0) return { ok: false, reason: 'unavailable', detail: 'gone' };
          left -= 1;
          return log.append(...given);
        },
      };
      const ask = async (of: EventLog, readModels: string) => {
        const server = await engineIn(folder, { log: of, readModels });
        await server.engine.follower.catchUp();
        left = of === ending ? appended : left;
        const input = {
          channels: [...streams.map((id) => ({ name: `stream ${id}` })), { name: 'new' }],
          principals: [2, 3] as UserId[],
        };
        const by = { realmId, actor: 1 as UserId, client: 'test', requestId: 'r' };
        const done = await server.engine.executor.execute(subscribe, input, by);
        await server.close();
        return done;
      };
      expect(await ask(ending, 'one')).to.have.nested.property('refusal.code', 'unavailable');
      const again = await ask(log, 'other');
      expect(again.ok && again.result.count).to.equal(2 * (streams.length + 1 - appended));
      for (const id of streams) {
        const added = await log.readStream(logStream.channel(realmId, id as never));
        expect(added.map(({ type, data }) => [type, (data as { userIds: unknown }).userIds])).to.deep.equal([
          ['SubscribersAdded', [2, 3]],
        ]);
      }
      const made = await log.readStream(logStream.channels(realmId));
      expect(made.filter(({ data }) => (data as { name?: string }).name === 'new')).to.have.length(1);
      await log.close();
    });
});

describe('a private stream whose last subscriber has left', () => {
  it('is archived by the next process if the process that was to do it ends first', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    await appendEvents(log, [...beginning, past.opened(7, 'secret', [3], { inviteOnly: true })]);
    const ending: EventLog = {
      ...log,
      append: async (stream, ...given) =>
        stream.startsWith('reaction-')
          ? { ok: false, reason: 'unavailable', detail: 'gone' }
          : log.append(stream, ...given),
    };
    const policies = [emptyChannels];
    const first = await engineIn(folder, { log: ending, readModels: 'one', policies });
    const by = { realmId, actor: 3 as UserId, client: 'test', requestId: 'r' };
    expect(await first.engine.executor.execute(unsubscribe, { names: ['secret'] }, by)).to.include({ ok: true });
    await first.close();
    const archived = async () => (await log.readStream(logStream.channels(realmId))).map(({ type }) => type).slice(-1);
    expect(await archived()).to.deep.equal(['ChannelCreated']);
    const next = await engineIn(folder, { log, readModels: 'other', policies });
    await next.engine.policyRunner.finished(realmId, () => true, 60_000);
    expect(await archived()).to.deep.equal(['ChannelArchived']);
    await next.close();
    await log.close();
  });
});
