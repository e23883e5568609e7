/** Groups of streams that clients offer to new people, who choose which of them to subscribe to. */
import { z } from 'zod';
import { ChannelId, DefaultGroupId } from './ids.ts';

export const DefaultGroup = z.object({
  groupId: DefaultGroupId,
  name: z.string(),
  description: z.string(),
  channelIds: z.array(ChannelId),
});
export type DefaultGroup = Readonly<z.infer<typeof DefaultGroup>>;

/** The groups, in which the one with this id is replaced by the result of `change`. */
export const withGroup = (
  groups: readonly DefaultGroup[],
  groupId: number,
  change: (group: DefaultGroup) => DefaultGroup,
): readonly DefaultGroup[] => groups.map((group) => (group.groupId === groupId ? change(group) : group));

export const withChannels = (group: DefaultGroup, added: readonly ChannelId[]): DefaultGroup => ({
  ...group,
  channelIds: [...group.channelIds, ...added],
});

export const withoutChannels = (group: DefaultGroup, removed: readonly ChannelId[]): DefaultGroup => ({
  ...group,
  channelIds: group.channelIds.filter((id) => !removed.includes(id)),
});

export const inSomeGroup = (groups: readonly DefaultGroup[], channelId: number): boolean =>
  groups.some(({ channelIds }) => channelIds.some((id) => id === channelId));
