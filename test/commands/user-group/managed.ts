/** What the tests of commands about one group share: who may give them. */
import type { managedGroupRefusals } from '../../../commands/rules/user-groups.ts';
import type { Command } from '../../../src/define/command.ts';
import type { RealmState } from '../../../src/state/realm-state.ts';
import type { UserGroupId } from '../../../src/vocabulary/ids.ts';
import type { RefusalCode } from '../../../src/vocabulary/refusals.ts';
import { given } from '../../support/given.ts';
import { organization } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { groupCreated, groupDeleted, settingsChanged } from '../../support/writes.ts';

const past = [
  ...organization().slice(0, -1),
  ...newUser(9),
  groupCreated(1, 'Designers', 3, 4, 6),
  groupCreated(2, 'Old', 3),
];

/** Members of the group and administrators may; others learn that there is one, as everybody does. */
export function managedGroupsOnly<I, C extends RefusalCode>(
  command: Command<RealmState, I, unknown, undefined, undefined, C | (typeof managedGroupRefusals)[number]>,
  input: (groupId: UserGroupId) => I,
): void {
  const wanted = input(1 as UserGroupId);

  it('is for members of the group and for administrators', () => {
    for (const actor of [1, 2, 3, null]) {
      const { decision } = given(past).when(command, wanted, { actor });
      if (!decision.ok) throw new Error(`${actor}: ${decision.refusal.code}`);
    }
    given(past).when(command, wanted, { actor: 9 }).thenRefused('user-group-not-member');
    given(past).when(command, wanted, { actor: 4 }).thenRefused('guest-not-allowed');
    given(past).when(command, wanted, { actor: 6 }).thenRefused('bot-requests-refused');
    given(past, settingsChanged({ user_group_edit_policy: 2 }))
      .when(command, wanted, { actor: 3 })
      .thenRefused('administrator-required');
  });

  it('refuses unknown and deleted groups', () => {
    for (const id of [0, 2, 4711])
      given(past, groupDeleted(2))
        .when(command, input(id as UserGroupId), { actor: 1 })
        .thenRefused('user-group-missing');
  });
}
