import { expect } from 'chai';
import { sendMessage } from '../../../commands/message/send-message.ts';
import { UserId } from '../../../src/vocabulary/ids.ts';
import { appendEvents, engineIn } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { realmDeactivated } from '../../support/writes.ts';
import { beginning } from '../react/echo.ts';

describe('a command that is refused', () => {
  it('is decided twice, and other commands run in between', async () => {
    const server = await engineIn(temporaryFolder());
    await appendEvents(server.log, beginning);
    await server.engine.follower.catchUp();
    const decidedIn: number[] = [];
    let turn = 0;
    const counting = {
      ...sendMessage,
      decide: (...given: Parameters<typeof sendMessage.decide>) => {
        decidedIn.push(turn);
        setImmediate(() => {
          turn += 1;
        });
        return sendMessage.decide(...given);
      },
    };
    const to = { kind: 'channel', channel: 'nowhere', topic: 't' } as const;
    const order = { realmId, actor: UserId.parse(1), client: 'test', requestId: 'r' };
    const done = await server.engine.executor.execute(counting, { to, content: 'x' }, order);
    expect(done).to.have.nested.property('refusal.code', 'channel-unknown');
    expect(decidedIn).to.deep.equal([0, 1]);
    await server.close();
  });

  it('is refused if the organization is deactivated while the command is prepared', async () => {
    const server = await engineIn(temporaryFolder());
    await appendEvents(server.log, beginning);
    await server.engine.follower.catchUp();
    const prepared: typeof sendMessage = {
      ...sendMessage,
      prepare: async (...given) => {
        const done = await sendMessage.prepare?.(...given);
        await appendEvents(server.log, [realmDeactivated()]);
        await server.engine.follower.catchUp();
        return done as never;
      },
    };
    const to = { kind: 'channel', channel: 'general', topic: 't' } as const;
    const order = { realmId, actor: UserId.parse(1), client: 'test', requestId: 'r' };
    const done = await server.engine.executor.execute(prepared, { to, content: 'x' }, order);
    expect(done).to.have.nested.property('refusal.code', 'realm-deactivated');
    await server.close();
  });
});
