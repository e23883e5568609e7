/** PATCH /default_stream_groups/{group_id}/streams: adds streams to a group for new users, or removes some. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { DefaultGroupId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { channelsNamed, groupedChannelRefusals, groupedChannelsRefusal, groupOf } from '../rules/default-groups.ts';

export const editDefaultGroupChannels = defineCommand({
  name: 'edit-default-group-channels',
  input: z.object({
    groupId: idNamed(DefaultGroupId),
    op: z.enum(['add', 'remove']),
    channels: z.array(z.string()),
  }),
  refusals: [
    'administrator-required',
    'default-group-missing',
    ...groupedChannelRefusals,
    'default-group-channel-present',
    'default-group-channel-absent',
  ],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, { groupId, op, channels: names }, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const group = groupOf(state, groupId);
    if (!group) return refuse({ code: 'default-group-missing', groupId });
    const named = channelsNamed(state, actor, names);
    if ('refusal' in named) return refuse(named.refusal);
    const { channels } = named;
    if (op === 'add') {
      const present = channels.find(({ channelId }) => group.channelIds.includes(channelId));
      if (present) return refuse({ code: 'default-group-channel-present', channel: present.name, group: group.name });
      const refusal = groupedChannelsRefusal(state, channels, group);
      if (refusal) return refuse(refusal);
    } else {
      const absent = channels.find(({ channelId }) => !group.channelIds.includes(channelId));
      if (absent) return refuse({ code: 'default-group-channel-absent', channel: absent.name, group: group.name });
    }
    if (channels.length === 0) return accept([], {});
    const type = op === 'add' ? 'DefaultGroupChannelsAdded' : 'DefaultGroupChannelsRemoved';
    const event = { type, data: { groupId, channelIds: channels.map(({ channelId }) => channelId) } } as const;
    return acceptEvent(logStream.channels(realmId), event);
  },
});
