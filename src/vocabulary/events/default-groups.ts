/** Events of `channels-…` about groups of streams that clients offer to new people. */
import { z } from 'zod';
import { DefaultGroup } from '../default-groups.ts';
import { ChannelId, DefaultGroupId } from '../ids.ts';

const Texts = DefaultGroup.pick({ name: true, description: true });
const channels = { groupId: DefaultGroupId, channelIds: z.array(ChannelId) };

export const defaultGroupEvents = {
  DefaultGroupCreated: z.object({ group: DefaultGroup }),
  /** Only the changes, with the previous values. */
  DefaultGroupChanged: z.object({ groupId: DefaultGroupId, changed: Texts.partial(), previous: Texts.partial() }),
  DefaultGroupChannelsAdded: z.object(channels),
  DefaultGroupChannelsRemoved: z.object(channels),
  DefaultGroupDeleted: z.object({ groupId: DefaultGroupId, name: z.string() }),
} as const;
