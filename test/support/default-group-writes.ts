/** Short functions for past events of realm 1 about groups of streams for new users, and random ones. */
import type { RealmState } from '../../src/state/realm-state.ts';
import type { DataOf } from '../../src/vocabulary/events/index.ts';
import type { ChannelId, DefaultGroupId } from '../../src/vocabulary/ids.ts';
import type { Given } from './given.ts';
import { inChannels } from './writes.ts';

export const defaultGroupId = (id: number) => id as DefaultGroupId;
const channels = (ids: readonly number[]) => ids as ChannelId[];

export const defaultGroupCreated = (id: number, name: string, ...channelIds: number[]): Given =>
  inChannels('DefaultGroupCreated', {
    group: { groupId: defaultGroupId(id), name, description: '', channelIds: channels(channelIds) },
  });
export const defaultGroupChanged = (id: number, changed: DataOf<'DefaultGroupChanged'>['changed']): Given =>
  inChannels('DefaultGroupChanged', { groupId: defaultGroupId(id), changed, previous: {} });
export const defaultGroupGot = (id: number, ...channelIds: number[]): Given =>
  inChannels('DefaultGroupChannelsAdded', { groupId: defaultGroupId(id), channelIds: channels(channelIds) });
export const defaultGroupLost = (id: number, ...channelIds: number[]): Given =>
  inChannels('DefaultGroupChannelsRemoved', { groupId: defaultGroupId(id), channelIds: channels(channelIds) });
export const defaultGroupDeleted = (id: number): Given =>
  inChannels('DefaultGroupDeleted', { groupId: defaultGroupId(id), name: '' });

/** A group is made of the public streams, or one is changed. */
export function defaultGroupWrites(
  { realm, channels: { byId } }: RealmState,
  { a, b, c }: { readonly a: number; readonly b: number; readonly c: number },
): Given[] {
  const open = [...byId.values()]
    .filter(({ inviteOnly, archived }) => !inviteOnly && !archived)
    .map(({ channelId }) => channelId);
  const { groupId, channelIds } = realm.defaultGroups[a % Math.max(realm.defaultGroups.length, 1)] ?? {};
  if (groupId === undefined || channelIds === undefined || c % 5 === 0) {
    const id = realm.defaultGroupIdMax + 1;
    return [defaultGroupCreated(id, `group ${id}`, ...open.slice(b % 3))];
  }
  const [others, own] = [open.filter((id) => !channelIds.includes(id)), channelIds[b % Math.max(channelIds.length, 1)]];
  if (c % 5 === 1) return [defaultGroupDeleted(groupId)];
  if (c % 5 === 2) return [defaultGroupChanged(groupId, { name: `renamed ${groupId} ${b}`, description: `d${b}` })];
  if (c % 5 === 3) return others.length === 0 ? [] : [defaultGroupGot(groupId, ...others.slice(0, 2))];
  return own === undefined ? [] : [defaultGroupLost(groupId, own)];
}
