import { expect } from 'chai';
import { feedOf, withoutIds } from '../support/feed.ts';
import { founded, newUser } from '../support/past-events.ts';
import { groupChanged, groupCreated, groupDeleted, groupJoined, groupLeft } from '../support/writes.ts';

const past = [founded(), ...newUser(1), ...newUser(2, { role: 600 }), groupCreated(1, 'Designers', 1)];
const heardBy = (id: number, ...news: Parameters<typeof feedOf>[1]) => withoutIds(feedOf(past, news).receivedBy(id));
const type = 'user_group';

describe('client events about user groups', () => {
  it('inform everybody, guests too, of each change of a group', () => {
    for (const id of [1, 2])
      expect(
        heardBy(id, groupCreated(2, 'Writers', 1, 2), groupJoined(1, 2), groupLeft(1, 1), groupDeleted(2)),
      ).to.deep.equal([
        { type, op: 'add', group: { id: 2, name: 'Writers', description: '', members: [1, 2] } },
        { type, op: 'add_members', group_id: 1, user_ids: [2] },
        { type, op: 'remove_members', group_id: 1, user_ids: [1] },
        { type, op: 'remove', group_id: 2 },
      ]);
  });

  it('have one property each', () => {
    expect(heardBy(1, groupChanged(1, { name: 'Artists', description: 'Who draw' }))).to.deep.equal([
      { type, op: 'update', group_id: 1, data: { name: 'Artists' } },
      { type, op: 'update', group_id: 1, data: { description: 'Who draw' } },
    ]);
  });
});
