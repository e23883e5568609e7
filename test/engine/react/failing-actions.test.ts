/** An action of a policy that cannot succeed is tried ever more rarely, and nobody waits for it. */
import { expect } from 'chai';
import type { Policy } from '../../../src/define/policy.ts';
import { FailingActions } from '../../../src/engine/react/failing-actions.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import { engineIn, silent, tell } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginning, echo } from './echo.ts';

describe('actions that fail', () => {
  const of = { realmId, policy: 'echo' };

  it('are tried after pauses that become twice as long, up to four minutes', () => {
    const failing = new FailingActions();
    const pauses = Array.from({ length: 11 }, () => failing.failed('one', of, new Error('no')) / 1000);
    expect(pauses).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
    expect(failing.failed('other', of, new Error('no'))).to.equal(1000);
  });

  it('are tried every second while a store is out of reach', () => {
    const failing = new FailingActions();
    const pauses = Array.from({ length: 3 }, () => failing.failed('one', of, new EventLogUnavailable('away')));
    expect([pauses, failing.all()]).to.deep.equal([[1000, 1000, 1000], []]);
  });

  it('are listed from the second failure on until they succeed', () => {
    const failing = new FailingActions();
    failing.failed('one', of, new Error('no'));
    expect([failing.isFailing('one'), failing.all()]).to.deep.equal([false, []]);
    failing.failed('one', of, new Error('no'));
    expect([failing.isFailing('one'), failing.all()]).to.deep.equal([true, [of]]);
    failing.succeeded('one');
    expect([failing.isFailing('one'), failing.all()]).to.deep.equal([false, []]);
  });
});

describe('an awaited action that cannot succeed', () => {
  const unknown: Policy<RealmState> = {
    ...echo,
    plan: { MessageSent: () => [{ command: 'no-such-command', input: {} } as never] },
  };

  it('is not waited for, nor are later actions on its subject, and it is listed', async () => {
    const folder = temporaryFolder();
    const server = await engineIn(folder, { policies: [unknown], logger: silent });
    const { policyRunner, follower } = server.engine;
    const says = (id: number) => past.sends(id, 1, past.inTopic(1, 'echoes'), past.text('hello'));
    await tell(server.log, beginning);
    await follower.catchUp();
    await tell(server.log, [...beginning, says(1)].slice(-1));
    await follower.catchUp();
    await policyRunner.settled(realmId, follower.position, 2 ** 31 - 1);
    expect(policyRunner.failing).to.deep.equal([{ realmId, policy: 'echo' }]);
    await tell(server.log, [...beginning, says(1), says(2)].slice(-1));
    await follower.catchUp();
    await policyRunner.settled(realmId, follower.position, 2 ** 31 - 1);
    expect(policyRunner.unfinished).to.equal(2);
    await server.close();
  });
});
