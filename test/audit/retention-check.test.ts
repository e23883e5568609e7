/** Whether a retention run is due is checked each hour, without reading held messages again. */
import { expect } from 'chai';
import { erasablePages } from '../../src/assembly/erasure.ts';
import { retentionCheck } from '../../src/audit/retention.ts';
import { keptUntil } from '../../src/state/retention.ts';
import type { ErasureTarget } from '../../src/vocabulary/events/erasures.ts';
import type { ChannelId } from '../../src/vocabulary/ids.ts';
import { appendEvents, engineIn } from '../support/engine.ts';
import { type Given, realmId, registered, stateAfter, testNow } from '../support/given.ts';
import { facts, held, holdChanged, holdEnded } from '../support/hold-writes.ts';
import * as past from '../support/past-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const channelId = 5 as ChannelId;
const custodian = 2;
const other = 3;
const hourMs = 60 * 60 * 1000;
const pageSize = 100;
const beginning = [past.founded(), ...past.newUser(1), ...past.newUser(custodian), ...past.newUser(other)];

/** Messages of the custodian from `first` on, a minute apart; their pages, and how many were read. */
function kept(count: number) {
  const messages = Array.from({ length: count }, (_, at) => facts(at + 1, custodian, { sentAt: at * 60_000 }));
  const read = { pages: 0 };
  async function* pages(_realmId: number, target: ErasureTarget, after = 0) {
    const until = 'until' in target ? (target.until ?? 0) : 0;
    const found = messages.filter(({ messageId }) => messageId > after);
    for (let from = 0; from <= found.length; from += pageSize) {
      read.pages += 1;
      const page = found.slice(from, from + pageSize);
      yield page.filter(({ sentAt }) => sentAt < until).map((one) => ({ facts: one, events: 1, bytes: 1 }));
      if (page.length < pageSize) return;
    }
  }
  return { messages, read, pages };
}

/** Checks a state after these events. Returns the result, and how many pages were read. */
function checking({ read, pages }: ReturnType<typeof kept>) {
  const check = retentionCheck(pages);
  return async (state: ReturnType<typeof stateAfter>, until: number) => {
    read.pages = 0;
    return { due: await check(state, channelId, until), read: read.pages };
  };
}

const stateWith = (...more: Given[]) => stateAfter([...beginning, held(1, { users: [custodian] }), ...more]);

describe('the search for messages that retention erases', () => {
  const all = 2_000;
  const half = (all / 2) * 60_000;

  it('does not read held messages again, but reads messages that have become old since', async () => {
    const look = checking(kept(all));
    const state = stateWith();
    expect(await look(state, half)).to.deep.equal({ due: false, read: 11 });
    expect(await look(state, half)).to.deep.equal({ due: false, read: 1 });
    expect(await look(state, half + hourMs)).to.deep.equal({ due: false, read: 2 });
    expect(await look(state, half + 2 * hourMs)).to.deep.equal({ due: false, read: 2 });
  });

  it('finds messages that are not held after held ones, each time', async () => {
    const world = kept(all);
    world.messages.push(facts(all + 1, other, { sentAt: all * 60_000 }));
    const look = checking(world);
    const state = stateWith();
    const end = (all + 1) * 60_000;
    expect(await look(state, end)).to.deep.equal({ due: true, read: 21 });
    expect(await look(state, end)).to.deep.equal({ due: true, read: 1 });
  });

  for (const [what, change] of [
    ['ended', holdEnded(1)],
    ['changed', holdChanged(1, { userIds: [] })],
  ] as const)
    it(`starts from the beginning when a hold was ${what}`, async () => {
      const look = checking(kept(all));
      expect((await look(stateWith(), half)).due).to.equal(false);
      expect(await look(stateWith(change), half)).to.deep.equal({ due: true, read: 1 });
    });

  it('starts from the beginning when a hold was added, and after a day', async () => {
    const look = checking(kept(all));
    const state = stateWith();
    await look(state, half);
    const more = stateWith(held(2, { users: [other] }));
    expect(await look(more, half)).to.deep.equal({ due: false, read: 11 });
    expect(await look(more, half)).to.deep.equal({ due: false, read: 1 });
    const nextDay = half - keptUntil(1, 0);
    expect((await look(more, nextDay - 1)).read).to.be.below(20);
    expect((await look(more, nextDay)).read).to.equal(21);
  });

  it('continues after the last search', async () => {
    const server = await engineIn(temporaryFolder());
    const ids = [1, 2, 3];
    await appendEvents(server.log, [
      registered,
      ...beginning,
      past.opened(channelId, 'general', [1]),
      ...ids.map((id) => past.sends(id, 1, past.inTopic(channelId, 'x'))),
    ]);
    await server.engine.follower.catchUp();
    await server.engine.projector.reached(server.engine.follower.position);
    const target: ErasureTarget = { kind: 'channel', channelId, topic: null, until: testNow * 2 };
    const found: number[] = [];
    for await (const page of erasablePages(server.engine)(realmId, target, 1))
      found.push(...page.map((one) => one.facts.messageId));
    expect(found).to.deep.equal([2, 3]);
    await server.close();
  });
});
