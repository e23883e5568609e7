import { reactivateUser } from '../../../commands/user/reactivate-user.ts';
import { limits } from '../../../src/vocabulary/limits.ts';
import { logStream } from '../../../src/vocabulary/log-streams.ts';
import { describeCommand } from '../../support/describe-command.ts';
import { erasureAsked, erasureDone } from '../../support/erasure-writes.ts';
import { appends, given, realmId } from '../../support/given.ts';
import { organization, user } from '../../support/organization.ts';
import { newUser } from '../../support/past-events.ts';
import { deactivated, newBot, renamed, settingsChanged } from '../../support/writes.ts';

const past = organization();
const back = (id: number) => appends(logStream.directory(realmId), 'UserReactivated', { userId: user(id) });
const reactivating = (id: number, actor: number) => [reactivateUser, { userId: user(id) }, { actor }] as const;

describeCommand(reactivateUser, () => {
  it('is for administrators, and for owners of bots', () => {
    given(past)
      .when(...reactivating(5, 2))
      .thenHappens(back(5));
    given(past, deactivated(6))
      .when(...reactivating(6, 3))
      .thenHappens(back(6));
    given(past, deactivated(6))
      .when(...reactivating(6, 2))
      .thenHappens(back(6));
    for (const id of [5, 6, 77])
      given(past, deactivated(6))
        .when(...reactivating(id, 4))
        .thenRefused('permission-insufficient');
  });

  it('waits for the end of an erasure of the person', () => {
    const target = { kind: 'user', userId: user(5) } as const;
    const begun = erasureAsked(1, { target });
    given(past, begun)
      .when(...reactivating(5, 2))
      .thenRefused('erasure-under-way');
    for (const before of [[begun, erasureDone(1)], [erasureAsked(1, { target, needsApproval: true })]])
      given(past, before)
        .when(...reactivating(5, 2))
        .thenHappens(back(5));
  });

  it('does nothing for users who are active', () => {
    given(past)
      .when(...reactivating(3, 2))
      .thenHappens();
  });

  it('lets only owners reactivate owners', () => {
    given(past, newUser(10, { role: 100 }), deactivated(10))
      .when(...reactivating(10, 2))
      .thenRefused('owner-required');
  });

  it('refuses unknown users and system bots', () => {
    for (const id of [77, 8])
      given(past)
        .when(...reactivating(id, 1))
        .thenRefused('user-missing');
  });

  it('reactivates a bot under the rules for creating it', () => {
    given(past, deactivated(6), settingsChanged({ bot_creation_policy: 3 }))
      .when(...reactivating(6, 3))
      .thenRefused('administrator-required');
    given(past, deactivated(3), deactivated(6))
      .when(...reactivating(6, 1))
      .thenRefused('bot-owner-deactivated');
    given(past, deactivated(6), renamed(2, 'Bot 6'))
      .when(...reactivating(6, 3))
      .thenRefused('bot-name-taken');
    // Bot 7 is active too.
    const others = Array.from({ length: limits.botsPerOwnerMax - 1 }, (_, index) => newBot(100 + index, 3)).flat();
    given(past, deactivated(6), others)
      .when(...reactivating(6, 3))
      .thenRefused('bots-too-many');
  });
});
