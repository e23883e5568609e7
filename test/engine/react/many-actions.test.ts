/** One event may call for very many actions. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginning, until } from './echo.ts';

describe('many actions of policies', () => {
  it('are carried out a few at once within the service, and do not wait for those that call other servers', async () => {
    const folder = temporaryFolder();
    const log = await openLmdbEventLog(join(folder, 'log'));
    const subjects = Array.from({ length: 100 }, (_, at) => String(at));
    const underWay = new Set<string>();
    let most = 0;
    const server = await engineIn(folder, {
      policies: [
        { name: 'outside', on: { MessageSent: () => subjects } },
        { name: 'within', on: { MessageSent: () => subjects } },
      ],
      performers: {
        outside: { kind: 'do', perform: (_event, signal) => delay(3_600_000, undefined, { signal }) },
      },
      log: {
        ...log,
        append(stream, events, expected) {
          if (events[0]?.type === 'PolicyActionClaimed') most = Math.max(most, underWay.add(stream).size);
          if (events[0]?.type === 'PolicyActionFinished') underWay.delete(stream);
          return log.append(stream, events, expected);
        },
      },
    });
    await appendEvents(log, [...beginning, past.sends(1, 1, past.inTopic(1, 'echoes'))]);
    await server.engine.follower.catchUp();
    await until(() => server.engine.policyRunner.unfinished === 100);
    expect(most).to.equal(32);
    await server.close();
    await log.close();
  });

  it('may all wait for the end of the process, without a warning', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => warnings.push(name);
    process.on('warning', note);
    let waiting = 0;
    const server = await engineIn(temporaryFolder(), {
      policies: [
        { name: 'waits', on: { MessageSent: () => Array.from({ length: 20 }, (_, subject) => String(subject)) } },
      ],
      performers: {
        waits: {
          kind: 'do',
          perform: async (_event, signal) => {
            waiting += 1;
            await delay(3_600_000, undefined, { signal });
          },
        },
      },
    });
    await appendEvents(server.log, [...beginning, past.sends(1, 1, past.inTopic(1, 'echoes'))]);
    await server.engine.follower.catchUp();
    await until(() => waiting === 20);
    await server.close();
    process.off('warning', note);
    expect(warnings).not.to.include('MaxListenersExceededWarning');
  });
});
