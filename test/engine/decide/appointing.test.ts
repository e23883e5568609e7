/** An auditor's bot gets its key only from the appointment, even if somebody else replaces the key at the same time. */
import { join } from 'node:path';
import { expect } from 'chai';
import { appointAuditor } from '../../../commands/audit/appoint-auditor.ts';
import { rotateApiKey } from '../../../commands/user/rotate-api-key.ts';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import type { Executed } from '../../../src/engine/decide/executor.ts';
import type { EventLog } from '../../../src/ports/event-log.ts';
import { isAuditor } from '../../../src/state/audit.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import type { UserId } from '../../../src/vocabulary/ids.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const [owner, admin, bot] = [1, 2, 3] as [UserId, UserId, UserId];
const beginning = [
  registered,
  past.founded(),
  ...past.newUser(1, { role: 100 }),
  ...past.newUser(2, { role: 200 }),
  ...past.newUser(3, { bot: 1 }),
];

it("gives an auditor's key to no administrator who replaces the key of a bot during its appointment", async () => {
  const folder = temporaryFolder();
  const log = await openLmdbEventLog(join(folder, 'log'));
  await appendEvents(log, beginning);
  let between: Promise<Executed<{ readonly generation: number }>> | undefined;
  const by = (actor: UserId) => ({ realmId, actor, client: 'test', requestId: 'r' });
  const watched: EventLog = {
    ...log,
    async append(...given) {
      const result = await log.append(...given);
      if (given[1][0]?.type === 'AuditorAppointed' && !between) {
        between = engine.executor.execute(rotateApiKey, { userId: bot }, by(admin));
        await between;
      }
      return result;
    },
  };
  const { engine, close } = await engineIn(folder, { log: watched });
  const appointed = await engine.executor.execute(appointAuditor, { userId: bot, reason: 'x' }, by(owner));
  const rotated = await between;
  if (!appointed.ok || !rotated?.ok) throw new Error('refused');
  const { audit, directory } = engine.state.realms.get(realmId) as RealmState;
  expect(isAuditor({ audit, directory }, bot)).to.equal(true);
  expect(directory.accounts.get(bot)?.keyGeneration).to.be.above(rotated.result.generation);
  await close();
  await log.close();
});

it("gives an auditor's key to nobody if another process replaces the key right before", async () => {
  const folder = temporaryFolder();
  const log = await openLmdbEventLog(join(folder, 'log'));
  await appendEvents(log, beginning);
  const other = await engineIn(folder, { log, readModels: 'other' });
  const by = (actor: UserId) => ({ realmId, actor, client: 'test', requestId: 'r' });
  const given: Executed<{ readonly generation: number }>[] = [];
  const watched: EventLog = {
    ...log,
    async append(...what) {
      // The other process does not know of the appointment, and nothing contradicts its decision.
      if (what[1][0]?.type === 'AuditorAppointed' && given.length === 0)
        given.push(await other.engine.executor.execute(rotateApiKey, { userId: bot }, by(admin)));
      return log.append(...what);
    },
  };
  const { engine, close } = await engineIn(folder, { log: watched });
  const request = { key: 'k', fingerprint: 'f' };
  const appointed = await engine.executor.execute(appointAuditor, { userId: bot, reason: 'x', request }, by(owner));
  const [rotated] = given;
  if (!appointed.ok || !rotated?.ok) throw new Error('refused');
  await other.engine.follower.catchUp();
  for (const { state } of [engine, other.engine]) {
    const { audit, directory } = state.realms.get(realmId) as RealmState;
    expect(isAuditor({ audit, directory }, bot)).to.equal(true);
    expect(directory.accounts.get(bot)?.keyGeneration).to.be.above(rotated.result.generation);
  }
  await close();
  await other.close();
  await log.close();
});
