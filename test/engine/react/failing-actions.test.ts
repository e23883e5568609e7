/** An action of a policy that cannot succeed is tried at growing intervals, and nobody waits for it. */
import { expect } from 'chai';
import type { Policy } from '../../../src/define/policy.ts';
import { FailingActions } from '../../../src/engine/react/failing-actions.ts';
import { EventLogUnavailable } from '../../../src/ports/event-log.ts';
import { FileStoreUnavailable } from '../../../src/ports/file-store.ts';
import { ReadStoreUnavailable } from '../../../src/ports/read-store.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import type { Recorded } from '../../../src/vocabulary/events/index.ts';
import type { EventId } from '../../../src/vocabulary/ids.ts';
import { Refused } from '../../../src/vocabulary/refusals.ts';
import { appendEvents, engineIn, silent } from '../../support/engine.ts';
import { realmId } from '../../support/given.ts';
import * as past from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { beginning, echo } from './echo.ts';

/** A logger that notes the messages. */
function noting() {
  const lines: string[] = [];
  const note = (_facts: unknown, message?: string): void => void lines.push(message ?? '');
  return { lines, logger: { error: note, info: note } };
}

describe('actions that fail', () => {
  const listed = { realmId, policy: 'echo' };
  const of = { ...listed, event: 'event' as EventId };

  it('are tried after pauses that double, up to four minutes', () => {
    const failing = new FailingActions(noting().logger);
    const pauses = Array.from({ length: 11 }, () => failing.failed('one', of, new Error('no')) / 1000);
    expect(pauses).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 256]);
    expect(failing.failed('other', of, new Error('no'))).to.equal(1000);
  });

  it('are tried every second while a store is out of reach', () => {
    const failing = new FailingActions(noting().logger);
    const pauses = Array.from({ length: 3 }, () => failing.failed('one', of, new EventLogUnavailable('away')));
    expect([pauses, failing.all()]).to.deep.equal([[1000, 1000, 1000], []]);
  });

  it('are listed from the second failure on until they succeed', () => {
    const failing = new FailingActions(noting().logger);
    failing.failed('one', of, new Error('no'));
    expect([failing.isFailing('one'), failing.all()]).to.deep.equal([false, []]);
    failing.failed('one', of, new Error('no'));
    expect([failing.isFailing('one'), failing.all()]).to.deep.equal([true, [listed]]);
    failing.succeeded('one');
    expect([failing.isFailing('one'), failing.all()]).to.deep.equal([false, []]);
  });
});

describe('an outage of a store', () => {
  const begun = 'policies wait for a store that is out of reach';
  const over = 'policies no longer wait for the store';
  const of = { realmId, policy: 'echo', event: 'event' as EventId };

  it('is logged when it begins and when it is over, however many actions are tried again', () => {
    const { lines, logger } = noting();
    const failing = new FailingActions(logger);
    for (const subject of ['one', 'other', 'one', 'other'])
      failing.failed(subject, of, new EventLogUnavailable('away'));
    failing.succeeded('one');
    failing.succeeded('third');
    expect(lines).to.deep.equal([begun]);
    failing.succeeded('other');
    expect(lines).to.deep.equal([begun, over]);
    failing.failed('one', of, new EventLogUnavailable('away'));
    expect(lines).to.deep.equal([begun, over, begun]);
  });

  it('is one outage for each store', () => {
    const { lines, logger } = noting();
    const failing = new FailingActions(logger);
    failing.failed('one', of, new FileStoreUnavailable('away'));
    failing.failed('other', of, new Refused({ code: 'unavailable', detail: 'away' }));
    failing.failed('one', of, new ReadStoreUnavailable('away'));
    expect(lines).to.deep.equal([begun, begun, begun, over]);
  });

  it('ends for an action that then fails for another reason, which is logged each time', () => {
    const { lines, logger } = noting();
    const failing = new FailingActions(logger);
    failing.failed('one', of, new EventLogUnavailable('away'));
    failing.failed('one', of, new Error('no'));
    failing.failed('one', of, new Error('no'));
    const failed = 'an action of a policy failed; trying again';
    expect(lines).to.deep.equal([begun, over, failed, failed]);
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
    await appendEvents(server.log, beginning);
    await follower.catchUp();
    await appendEvents(server.log, [...beginning, says(1)].slice(-1));
    await follower.catchUp();
    await policyRunner.settled(realmId, follower.position, 2 ** 31 - 1);
    expect(policyRunner.failing).to.deep.equal([{ realmId, policy: 'echo' }]);
    await appendEvents(server.log, [...beginning, says(1), says(2)].slice(-1));
    await follower.catchUp();
    await policyRunner.settled(realmId, follower.position, 2 ** 31 - 1);
    expect(policyRunner.unfinished).to.equal(2);
    const isMessage = ({ type }: Recorded): boolean => type === 'MessageSent';
    expect(policyRunner.isUnfinished(realmId, isMessage)).to.equal(false);
    await policyRunner.finished(realmId, isMessage, 2 ** 31 - 1);
    await server.close();
  });
});
