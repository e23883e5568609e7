import { expect } from 'chai';
import { userGroupsOf } from '../../src/queries/user-groups.ts';
import type { RealmId } from '../../src/vocabulary/ids.ts';
import { type Given, realmId } from '../support/given.ts';
import { readAfter } from '../support/organization.ts';
import { groupChanged, groupCreated, groupDeleted, groupJoined, groupLeft } from '../support/writes.ts';

const groupsAfter = async (...past: Given[]) => userGroupsOf(await readAfter(past), realmId as RealmId);

describe('user-groups', () => {
  it('has all groups by id, with their present names and members', async () => {
    const groups = await groupsAfter(
      groupCreated(2, 'Designers', 3, 5),
      groupCreated(1, 'Writers'),
      groupCreated(3, 'Gone', 1),
      groupChanged(2, { name: 'Artists' }),
      groupChanged(1, { description: 'Who write' }),
      groupJoined(2, 1, 4),
      groupLeft(2, 5),
      groupDeleted(3),
    );
    expect(groups).to.deep.equal([
      { id: 1, name: 'Writers', description: 'Who write', members: [] },
      { id: 2, name: 'Artists', description: '', members: [1, 3, 4] },
    ]);
  });

  it('ignores events about a group that it does not have', async () => {
    expect(await groupsAfter(groupChanged(9, { name: 'x' }), groupJoined(9, 1), groupDeleted(9))).to.deep.equal([]);
  });
});
