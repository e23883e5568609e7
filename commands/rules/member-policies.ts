/** The organization's settings that decide what its members may do. */
import type { Actor } from '../../src/define/command.ts';
import { type Account, isGuest } from '../../src/state/directory.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import type { Millis } from '../../src/vocabulary/ids.ts';
import { type MemberPolicy, policyObstacle } from '../../src/vocabulary/realm-settings.ts';
import { accountOf } from './acting.ts';

export const ownerOf = (state: RealmState, { bot }: Account): Account | undefined =>
  bot?.ownerId == null ? undefined : state.directory.accounts.get(bot.ownerId);

/** The account whose permissions count: for a bot its owner's. */
export const ownerOrSelf = (state: RealmState, account: Account): Account => ownerOf(state, account) ?? account;

/** The reason why a setting does not permit the actor; undefined if it does. The service itself may do everything. */
export function obstacleTo(
  state: RealmState,
  actor: Actor,
  policy: 'create_stream_policy' | 'invite_to_stream_policy' | 'user_group_edit_policy',
  now: Millis,
): ReturnType<typeof policyObstacle> {
  const account = accountOf(state, actor);
  if (!account) return undefined;
  if (isGuest(account)) return 'guest';
  const { settings } = state.realm;
  const wanted: MemberPolicy = settings[policy];
  return policyObstacle(settings, wanted, ownerOrSelf(state, account), now);
}
