/** An append with a condition, to a log stream to which another process has appended since the decision. */
import { join } from 'node:path';
import { expect } from 'chai';
import { openLmdbEventLog } from '../../../src/adapters/lmdb/event-log.ts';
import { appendDecision } from '../../../src/engine/decide/append-decision.ts';
import type { DomainEvent } from '../../../src/vocabulary/events/index.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { appendEvents, silent } from '../../support/engine.ts';
import { type Given, realmId } from '../../support/given.ts';
import { channel, user } from '../../support/organization.ts';
import { joins, leaves, newUser } from '../../support/past-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('an append with a condition', () => {
  const stamp = { actor: null, at: 1, client: 'test', requestId: 'r', causedBy: undefined, decidedOn: undefined };
  const stream = logStream.channel(realmId, channel(2));
  const added: DomainEvent = { type: 'SubscribersAdded', data: { channelId: channel(2), userIds: [user(4)] } };

  /** Decided when only user 3 had joined. `isFolded`: whether later events are folded when the condition is checked. */
  async function appended({ others, still }: { others: boolean; still: (isFolded: boolean) => boolean }) {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    await appendEvents(log, [joins(2, 3)]);
    if (others) await appendEvents(log, [leaves(2, 3)]);
    let isFolded = false;
    const first = {
      stream: logStream.channels(realmId),
      events: [added],
      expects: 'unchanged',
      revision: 'none',
    } as const;
    const append = { stream, events: [added], expects: 'any', revision: 0, still: () => still(isFolded) } as const;
    const done = await appendDecision(log, [first, append], stamp, undefined, {
      absorbed: async () => true,
      releaseDuring: (wait) => wait(),
      caughtUp: async () => {
        isFolded = true;
      },
      logger: silent,
    });
    const types = (await log.readStream(stream)).map(({ type }) => type);
    await log.close();
    return { leftOut: done.ok && done.leftOut, types };
  }

  it('is made without a check if nothing was appended in between', async () => {
    const { leftOut, types } = await appended({ others: false, still: () => expect.fail('asked') });
    expect([leftOut, types]).to.deep.equal([[], ['SubscribersAdded', 'SubscribersAdded']]);
  });

  it('is made after other appends if the condition still holds with them folded', async () => {
    const { leftOut, types } = await appended({ others: true, still: (isFolded) => isFolded });
    expect([leftOut, types]).to.deep.equal([[], ['SubscribersAdded', 'SubscribersRemoved', 'SubscribersAdded']]);
  });

  it('is left out if the condition no longer holds', async () => {
    const { leftOut, types } = await appended({ others: true, still: (isFolded) => !isFolded });
    expect(leftOut).to.have.length(1).and.have.nested.property('[0].data').that.deep.equals(added.data);
    expect(types).to.deep.equal(['SubscribersAdded', 'SubscribersRemoved']);
  });
});

describe('a decision that the log refuses in the middle', () => {
  const stamp = { actor: null, at: 1, client: 'test', requestId: 'r', causedBy: undefined, decidedOn: undefined };
  const pacing = {
    absorbed: async () => true,
    releaseDuring: (wait: () => Promise<unknown>) => wait() as Promise<void>,
    caughtUp: async () => undefined,
  };
  const [described, created] = newUser(20) as [Given, Given];
  const appends = [
    { stream: described.stream, events: [described.event], expects: 'new', revision: 'none' },
    { stream: created.stream, events: [created.event], expects: 'unchanged', revision: 7 },
  ] as const;

  it('logs that a name was not withdrawn', async () => {
    const log = await openLmdbEventLog(join(temporaryFolder(), 'log'));
    const warnings: object[] = [];
    const append: typeof log.append = async (stream, events, ...more) =>
      events[0]?.type === 'EventsWithdrawn'
        ? { ok: false, reason: 'unavailable', detail: 'away' }
        : log.append(stream, events, ...more);
    const logger = { warn: (facts: object) => void warnings.push(facts) };
    const done = await appendDecision({ ...log, append }, appends, stamp, undefined, { ...pacing, logger });
    await log.close();
    expect(done).to.include({ ok: false, reason: 'conflict' });
    expect(warnings).to.deep.equal([{ stream: described.stream, reason: 'unavailable' }]);
  });
});
