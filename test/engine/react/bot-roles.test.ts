import { expect } from 'chai';
import { alignBotRoles } from '../../../commands/bot/align-bot-roles.ts';
import type { Executed } from '../../../src/engine/decide/executor.ts';
import type { Followed } from '../../../src/engine/follow/follower.ts';
import { BotRoles } from '../../../src/engine/react/bot-roles.ts';
import { botsAboveOwners } from '../../../src/state/directory.ts';
import { engineIn, silent, tell } from '../../support/engine.ts';
import { realmId, registered } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { roleChanged } from '../../support/writes.ts';

describe('bots of guests in a log that is older than their rule', () => {
  it('become guests at a start, and after an import, however often that fails first', async () => {
    const { engine, log, close } = await engineIn(temporaryFolder());
    const older = [...past.newUser(1), ...past.newUser(2, { bot: 1 }), roleChanged(1, 600, 400)];
    await tell(log, [registered, past.founded(), ...older]);
    await engine.follower.catchUp();
    let failures = 2;
    let aligned: () => void = () => undefined;
    const roles = new BotRoles({
      state: engine.state,
      logger: silent,
      retryMs: 1,
      async align(of): Promise<Executed<unknown>> {
        if (failures-- > 0) return { ok: false, refusal: { code: 'unavailable', detail: 'the log is away' } };
        const order = { realmId: of, actor: null, client: 'Internal', requestId: 'r' };
        const done = await engine.executor.execute(alignBotRoles, {}, order);
        aligned();
        return done;
      },
    });
    const above = () => {
      const realm = engine.state.realms.get(realmId);
      return realm && botsAboveOwners(realm.directory).map(({ userId }) => userId);
    };
    const next = () =>
      new Promise<void>((resolve) => {
        aligned = resolve;
      });
    const imported = { event: { type: 'ImportFinished', data: { realmIds: [realmId] } } } as unknown as Followed;
    roles.see(imported);
    expect(above()).to.deep.equal([2]);
    const atStart = next();
    roles.start();
    await atStart;
    expect(above()).to.deep.equal([]);
    await tell(log, [roleChanged(1, 400, 600), roleChanged(2, 400, 600), roleChanged(1, 600, 400)]);
    await engine.follower.catchUp();
    expect(above()).to.deep.equal([2]);
    const afterImport = next();
    roles.see(imported);
    await afterImport;
    expect(above()).to.deep.equal([]);
    await roles.stop();
    await close();
  });
});
