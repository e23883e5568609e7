import { expect } from 'chai';
import { groupNamed } from '../../src/state/user-groups.ts';
import { type Given, stateAfter } from '../support/given.ts';
import { founded } from '../support/past-events.ts';
import { groupChanged, groupCreated, groupDeleted, groupJoined, groupLeft } from '../support/writes.ts';

const groupsAfter = (...events: Given[]) => stateAfter([founded(), ...events]).userGroups;

describe('the state of user groups', () => {
  it('has each group with its members, ascending', () => {
    const groups = groupsAfter(groupCreated(2, 'Designers', 3, 5), groupJoined(2, 1, 4), groupLeft(2, 5));
    expect([...groups.byId.values()]).to.deep.equal([
      { groupId: 2, name: 'Designers', description: '', members: [1, 3, 4] },
    ]);
  });

  it('finds a group by its present name, whatever its case', () => {
    const groups = groupsAfter(groupCreated(1, 'Designers'), groupChanged(1, { name: 'Artists', description: 'x' }));
    expect(groupNamed(groups, 'DESIGNERS')).to.equal(undefined);
    expect(groupNamed(groups, 'aRtists')).to.include({ groupId: 1, description: 'x' });
  });

  it('forgets a group that is deleted, and never the highest id', () => {
    const groups = groupsAfter(groupCreated(3, 'Designers'), groupCreated(2, 'Writers'), groupDeleted(3));
    expect([...groups.byName.keys()]).to.deep.equal(['writers']);
    expect(groups.groupIdMax).to.equal(3);
    expect(groupNamed(groups, 'designers')).to.equal(undefined);
  });

  it('finds the later of two groups whose names look alike, also after the earlier one has ended', () => {
    const two = [groupCreated(1, 'Cafe\u0301'), groupCreated(2, 'Caf\u00e9')];
    expect(groupNamed(groupsAfter(...two, groupDeleted(1)), 'caf\u00e9')).to.include({ groupId: 2 });
    expect(groupNamed(groupsAfter(...two, groupChanged(1, { name: 'Bar' })), 'caf\u00e9')).to.include({ groupId: 2 });
  });

  it('ignores events about a group that it does not have', () => {
    const groups = groupsAfter(groupChanged(9, { name: 'x' }), groupJoined(9, 1), groupLeft(9, 1), groupDeleted(9));
    expect([groups.byId.size, groups.byName.size]).to.deep.equal([0, 0]);
  });
});
