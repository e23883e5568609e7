/** Rules of legal holds: who may place them, and which scopes are allowed. */
import type { Actor } from '../../src/define/command.ts';
import type { Hold } from '../../src/state/holds.ts';
import type { RealmState } from '../../src/state/realm-state.ts';
import { codePoints } from '../../src/vocabulary/code-points.ts';
import type { HoldScope } from '../../src/vocabulary/events/holds.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import type { RefusalIn } from '../../src/vocabulary/refusals.ts';
import { auditorRefusal, reasonRefusal, reasonRefusals } from './auditors.ts';

export const holderRefusals = ['auditor-required', ...reasonRefusals] as const;

export const holderRefusal = (
  state: RealmState,
  actor: Actor,
  reason: string,
): RefusalIn<typeof holderRefusals> | undefined => auditorRefusal(state, actor) ?? reasonRefusal(reason);

export const nameRefusals = ['hold-name-blank', 'hold-name-too-long'] as const;

export function nameRefusal(name: string): RefusalIn<typeof nameRefusals> | undefined {
  if (name.trim() === '') return { code: 'hold-name-blank' };
  return codePoints(name) > limits.holdNameLengthMax
    ? { code: 'hold-name-too-long', lengthMax: limits.holdNameLengthMax }
    : undefined;
}

export const scopeRefusals = [
  'hold-of-nothing',
  'hold-names-too-many',
  'hold-user-unknown',
  'hold-channel-unknown',
  'hold-ends-before-it-begins',
  'hold-custodians-too-many',
] as const;

/** `instead`: the existing hold whose scope is replaced. Deactivated users and archived streams may be named, too. */
export function scopeRefusal(
  state: RealmState,
  { userIds, channelIds, since, until }: HoldScope,
  instead?: Hold,
): RefusalIn<typeof scopeRefusals> | undefined {
  if (userIds.length + channelIds.length === 0) return { code: 'hold-of-nothing' };
  if (userIds.length > limits.holdNamesMax)
    return { code: 'hold-names-too-many', parameter: 'user_ids', max: limits.holdNamesMax };
  if (channelIds.length > limits.holdNamesMax)
    return { code: 'hold-names-too-many', parameter: 'stream_ids', max: limits.holdNamesMax };
  const userId = userIds.find((id) => !state.directory.accounts.has(id));
  if (userId !== undefined) return { code: 'hold-user-unknown', userId };
  const channelId = channelIds.find((id) => !state.channels.byId.has(id));
  if (channelId !== undefined) return { code: 'hold-channel-unknown', channelId };
  if (since !== null && until !== null && until <= since) return { code: 'hold-ends-before-it-begins' };
  const others = [...state.holds.byId.values()].filter(({ holdId }) => holdId !== instead?.holdId);
  const custodians = others.reduce((sum, hold) => sum + hold.userIds.length, userIds.length);
  return custodians > limits.holdCustodiansMax
    ? { code: 'hold-custodians-too-many', max: limits.holdCustodiansMax }
    : undefined;
}
