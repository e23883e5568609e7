import { expect } from 'chai';
import {
  type MembershipDocument,
  memberships,
  membershipsProjection,
  rangesMax,
} from '../../projections/memberships.ts';
import { membershipsIn, membershipsOf } from '../../src/queries/memberships.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import { at, type Given, happened, recorded } from '../support/given.ts';
import { archived, between, deletes, inTopic, joins, leaves, opened, sends } from '../support/past-events.ts';
import { projectAll, viewOf } from '../support/project.ts';

const projections = [membershipsProjection];
const viewAfter = async (...past: Given[]) => viewOf(await projectAll(recorded(past), { projections }), projections);

/** The intervals that user 1 received of channel 1. */
const intervals = async (...past: Given[]) => {
  const view = await viewAfter(...past);
  const [found] = await membershipsIn(view, { realmId: 1, userId: 1 }, [1]);
  return found?.intervals;
};
const place = inTopic(1, 'a');
const messages = (...ids: number[]): Given[] => ids.map((id) => sends(id, 2, place));

describe('projections/memberships', () => {
  it('begins an interval above every message that is earlier in the log, in any channel', async () => {
    expect(await intervals(opened(1, 'c', [1]))).to.deep.equal([[1, null]]);
    expect(await intervals(opened(1, 'c', []), sends(1, 2, between(2)), sends(3, 2, place), joins(1, 1))).to.deep.equal(
      [[4, null]],
    );
    // Two processes may append in another order than that of their ids.
    expect(await intervals(opened(1, 'c', []), sends(6, 2, place), sends(5, 2, place), joins(1, 1))).to.deep.equal([
      [7, null],
    ]);
  });

  it('ends an interval when the user unsubscribes, begins another with a new subscription, and ignores a repeated one', async () => {
    const past = [
      opened(1, 'c', [1]),
      ...messages(1, 2),
      leaves(1, 1),
      ...messages(3),
      joins(1, 1),
      joins(1, 1),
      ...messages(4),
    ];
    expect(await intervals(...past)).to.deep.equal([
      [1, 3],
      [4, null],
    ]);
  });

  it('has when the user left, as long as they have not come back', async () => {
    const one = async (...past: Given[]) => {
      const [found] = await membershipsIn(await viewAfter(...past), { realmId: 1, userId: 1 }, [1]);
      return found;
    };
    const left = [opened(1, 'c', [1]), ...messages(1), at(leaves(1, 1), 5)];
    expect(await one(...left.slice(0, 2))).not.to.have.property('leftAt');
    expect(await one(...left)).to.include({ active: false, leftAt: 5 });
    // They had left already.
    expect(await one(...left, at(leaves(1, 1), 6))).to.include({ leftAt: 5 });
    expect(await one(...left, at(archived(1, 'c'), 7))).to.include({ leftAt: 5 });
    expect(await one(...left, at(joins(1, 1), 6)))
      .to.include({ active: true })
      .and.not.to.have.property('leftAt');
    expect(await one(...left, at(joins(1, 1), 6), ...messages(2), at(leaves(1, 1), 8))).to.include({ leftAt: 8 });
    expect(await one(opened(1, 'c', []), leaves(1, 1))).to.equal(undefined);
    expect(await one(...left, deletes(1, 2, place))).to.include({ leftAt: 5 });
  });

  it('has no earlier documents if there are none', async () => {
    const documents = await projectAll(recorded([opened(1, 'c', [1])]), { projections });
    expect(documents.get('memberships')?.get('1.1.1')).not.to.have.property('parts');
  });

  it('keeps no empty interval', async () => {
    expect(await intervals(opened(1, 'c', [1]), leaves(1, 1))).to.deep.equal([]);
  });

  it('ends the intervals of all subscribers when the channel is archived', async () => {
    const view = await viewAfter(opened(1, 'c', [1, 2]), opened(2, 'd', [1]), ...messages(1), archived(1, 'c'));
    const [one, other] = [
      await membershipsOf(view, { realmId: 1, userId: 1 }),
      await membershipsOf(view, { realmId: 1, userId: 2 }),
    ];
    expect(
      [...one, ...other].map(({ userId, channelId, active, intervals: held }) => [userId, channelId, active, held]),
    ).to.deep.equal([
      [1, 1, false, [[1, 2]]],
      [1, 2, true, [[1, null]]],
      [2, 1, false, [[1, 2]]],
    ]);
  });

  it('lists the current subscribers of a channel in order of their ids', async () => {
    const view = await viewAfter(opened(1, 'c', [3, 10]), joins(1, 2), leaves(1, 3), opened(2, 'd', [4]));
    const keys = await view.scanKeys(memberships, 'byChannel', { prefix: [1, 1], limit: 10 });
    expect(keys.map((key) => key[2])).to.deep.equal([2, 10]);
  });

  describe('after an erasure', () => {
    it('an interval begins and ends as if the message had never existed', async () => {
      const erased = deletes(2, 2, place);
      expect(await intervals(opened(1, 'c', []), ...messages(1, 2), joins(1, 1), erased)).to.deep.equal([[2, null]]);
      expect(await intervals(opened(1, 'c', [1]), ...messages(1, 2), leaves(1, 1), erased)).to.deep.equal([[1, 2]]);
    });

    it('adjacent erased messages are skipped together, whatever the order of their erasure', async () => {
      for (const order of [
        [2, 3, 4],
        [4, 3, 2],
        [2, 4, 3],
        [3, 2, 4],
      ]) {
        const past = [opened(1, 'c', []), ...messages(1, 2, 3, 4), joins(1, 1), ...messages(5)];
        const erasures = order.map((id) => deletes(id, 2, place));
        expect(await intervals(...past, ...erasures), `${order}`).to.deep.equal([[2, null]]);
      }
    });

    it('a new interval begins above the messages that are left', async () => {
      const past = [opened(1, 'c', []), ...messages(1, 2, 3), deletes(3, 2, place), deletes(2, 2, place), joins(1, 1)];
      expect(await intervals(...past)).to.deep.equal([[2, null]]);
    });

    it('a new interval begins above later messages that are left', async () => {
      const past = [opened(1, 'c', []), ...messages(1, 2, 3), deletes(2, 2, place), joins(1, 1)];
      expect(await intervals(...past)).to.deep.equal([[4, null]]);
    });

    it('a new interval begins at the erased message if its sending is no longer in the log', async () => {
      expect(await intervals(opened(1, 'c', []), deletes(5, 2, place), joins(1, 1))).to.deep.equal([[5, null]]);
    });

    it('stores runs of erased messages under their two ends, and under nothing between them', async () => {
      for (const order of [
        [2, 3, 4],
        [4, 3, 2],
        [2, 4, 3],
      ]) {
        const erasures = order.map((id) => deletes(id, 2, place));
        const documents = await projectAll(recorded([...messages(1, 2, 3, 4, 5), ...erasures]), { projections });
        const runs = [...(documents.get('memberships') ?? [])].filter(([id]) => id.includes('erased')).sort();
        expect(runs, `${order}`).to.deep.equal([
          ['1.erased.2', { first: 2, last: 4 }],
          ['1.erased.4', { first: 2, last: 4 }],
        ]);
      }
    });

    it('an interval that becomes empty is removed', async () => {
      const past = [opened(1, 'c', [1]), ...messages(1), leaves(1, 1), deletes(1, 2, place)];
      expect(await intervals(...past)).to.deep.equal([]);
    });
  });

  it('keeps organizations apart', async () => {
    const other = happened('channels-2.all', 'ChannelCreated', {
      ...(opened(1, 'c', [1]).event.data as DataOf<'ChannelCreated'>),
    });
    const past = [opened(1, 'c', [1]), ...messages(1, 2), leaves(1, 1)];
    const documents = await projectAll(recorded([...past, other, deletes(2, 2, place)]), { projections });
    const inOther = [...(documents.get('memberships') ?? [])].filter(([id]) => id.startsWith('2.'));
    expect(inOther.map(([id, document]) => [id, (document as MembershipDocument).bounds])).to.deep.equal([
      ['2.1.1', [1]],
    ]);
    expect(documents.get('memberships')?.get('1.1.1')).to.deep.include({ bounds: [1, 2] });
  });

  describe('of a user who joins and leaves repeatedly', () => {
    /** Message n is sent while they are subscribed for the n-th time. */
    const turn = (id: number): Given[] => [joins(1, 1), ...messages(id), leaves(1, 1)];
    const times = 3 * rangesMax + 1;
    const turns = [opened(1, 'c', []), ...Array.from({ length: times }, (_, at) => turn(at + 1)).flat()];
    const received = (count: number): [number, number][] =>
      Array.from({ length: count }, (_, at) => [at + 1, at + 2] as [number, number]);

    it('all ranges are stored, and no document has more of them than the limit', async () => {
      expect(await intervals(...turns)).to.deep.equal(received(times));
      expect(await intervals(...turns, joins(1, 1))).to.deep.equal([...received(times), [times + 1, null]]);
      const documents = await projectAll(recorded(turns), { projections });
      const counts = [...(documents.get('memberships') ?? [])].flatMap(([id, document]) =>
        'bounds' in document ? [[id, (document as MembershipDocument).bounds.length / 2]] : [],
      );
      expect(Object.fromEntries(counts)).to.deep.equal({
        '1.1.1': 1,
        '1.1.1.0': rangesMax,
        '1.1.1.1': rangesMax,
        '1.1.1.2': rangesMax,
      });
    });

    it('an erased message leaves no trace in an earlier range', async () => {
      const [first, second, , ...others] = received(times);
      // The range of the erased message is gone, and the next one begins where it began.
      const expected = [first, second, [3, 5], ...others.slice(1)];
      expect(await intervals(...turns, deletes(3, 2, place))).to.deep.equal(expected);
    });

    it('each change writes the same number of bounds, however many there were', async () => {
      const view = await viewAfter(...turns);
      const [document] = await view.scan(memberships, 'byUser', { prefix: [1, 1], limit: 10 });
      expect(document).to.deep.include({ bounds: [times, times + 1], parts: 3, active: false });
    });
  });
});
