import { reactivateUser } from '../../../commands/user/reactivate-user.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureAsked, erasureDone } from '../../support/erasure-writes.ts';
import { appends, type Given, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { deactivated, newBot, renamed, settingsChanged } from '../../support/writes.ts';

const past = organization();
const back = (id: number) => appends(logStream.directory(realmId), 'UserReactivated', { userId: user(id) });
const reactivating = (id: number, actor: number, ...more: (Given | readonly Given[])[]) =>
  given(past, ...more).when(reactivateUser, { userId: user(id) }, { actor });

describeCommand(reactivateUser, () => {
  it('is for administrators, and for owners of bots', () => {
    reactivating(5, 2).thenHappens(back(5));
    reactivating(6, 3, deactivated(6)).thenHappens(back(6));
    reactivating(6, 2, deactivated(6)).thenHappens(back(6));
    for (const id of [5, 6, 77]) reactivating(id, 4, deactivated(6)).thenRefused('permission-insufficient');
  });

  it('waits for the end of an erasure of the person', () => {
    const target = { kind: 'user', userId: user(5) } as const;
    const begun = erasureAsked(1, { target });
    reactivating(5, 2, begun).thenRefused('erasure-under-way');
    for (const before of [[begun, erasureDone(1)], [erasureAsked(1, { target, needsApproval: true })]])
      reactivating(5, 2, before).thenHappens(back(5));
  });

  it('does nothing for users who are active', () => {
    reactivating(3, 2).thenHappens();
  });

  it('lets only owners reactivate owners', () => {
    reactivating(10, 2, newUser(10, { role: 100 }), deactivated(10)).thenRefused('owner-required');
  });

  it('refuses unknown users and system bots', () => {
    for (const id of [77, 8]) reactivating(id, 1).thenRefused('user-missing');
  });

  it('reactivates a bot under the rules for creating it', () => {
    reactivating(6, 3, deactivated(6), settingsChanged({ bot_creation_policy: 3 })).thenRefused(
      'administrator-required',
    );
    reactivating(6, 1, deactivated(3), deactivated(6)).thenRefused('bot-owner-deactivated');
    reactivating(6, 3, deactivated(6), renamed(2, 'Bot 6')).thenRefused('bot-name-taken');
    // Bot 7 is active too.
    const others = Array.from({ length: limits.botsPerOwnerMax - 1 }, (_, index) => newBot(100 + index, 3)).flat();
    reactivating(6, 3, deactivated(6), others).thenRefused('bots-too-many');
  });
});
