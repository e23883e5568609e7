/** Event queues as owners see them. */
import { expect } from 'chai';
import { shownQueues } from '../../src/queues/shown-queues.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { inTopic, sends } from '../support/past-events.ts';
import { queueTest, registered } from './fixture.ts';

const realmId = 1 as RealmId;
const shownIn = ({ queues, state }: Pick<ReturnType<typeof queueTest>, 'queues' | 'state'>, of = realmId) =>
  shownQueues(state.realms.get(of), (queue) => queues.describe(of, queue));
const sent = (id: number) => sends(id, 1, inTopic(1, 'lunch'));

describe('descriptions of event queues', () => {
  it('contain what their clients have not acknowledged, furthest behind first', async () => {
    const test = queueTest();
    const { happen, poll } = test;
    happen(registered(1, 2), sent(1), registered(2, 3), sent(2), sent(3));
    const events = await poll(1, 2);
    expect(shownIn(test).shown.map(({ userId, backlog }) => [userId, backlog])).to.deep.equal([
      [2, 3],
      [3, 2],
    ]);
    await poll(1, 2, { lastEventId: Number(events.at(-1)?.id), dontBlock: true });
    expect(shownIn(test).shown.map(({ userId, backlog }) => [userId, backlog])).to.deep.equal([
      [3, 2],
      [2, 0],
    ]);
  });

  it('show if older events are not in memory', () => {
    const test = queueTest({ ring: { entriesMax: 1, bytesMax: 1e6, bytesInAllMax: 1e6 } });
    test.happen(registered(1, 2), sent(1), sent(2), sent(3));
    expect(shownIn(test).shown[0]).to.include({ backlog: 1, isComplete: false });
  });

  it('are limited in number; all queues are counted (shownQueuesMax)', () => {
    const test = queueTest();
    const { happen } = test;
    for (let id = 1; id <= limits.shownQueuesMax + 1; id += 1) happen(registered(id, 2));
    expect(shownIn(test).shown).to.have.length(limits.shownQueuesMax);
    expect(shownIn(test)).to.include({ count: limits.shownQueuesMax + 1, waiting: 0 });
    expect(shownIn(test, 7 as RealmId)).to.deep.equal({ count: 0, waiting: 0, shown: [] });
  });
});
