/** POST /default_stream_groups/create: adds a group of streams that clients offer to new people. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { DefaultGroupId } from '../../src/vocabulary/ids.ts';
import { limits } from '../../src/vocabulary/limits.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import {
  channelsNamed,
  defaultGroupDescriptionRefusal,
  defaultGroupNameRefusal,
  defaultGroupNameRefusals,
  groupedChannelRefusals,
  groupedChannelsRefusal,
} from '../rules/default-groups.ts';

export const createDefaultGroup = defineCommand({
  name: 'create-default-group',
  input: z.object({ name: z.string(), description: z.string(), channels: z.array(z.string()) }),
  refusals: [
    'administrator-required',
    ...defaultGroupNameRefusals,
    'default-group-description-too-long',
    'default-groups-too-many',
    ...groupedChannelRefusals,
  ],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, input, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const name = input.name.trim();
    const description = input.description.trim();
    const { defaultGroups, defaultGroupIdMax } = state.realm;
    const refusal = defaultGroupNameRefusal(state, name) ?? defaultGroupDescriptionRefusal(description);
    if (refusal) return refuse(refusal);
    if (defaultGroups.length >= limits.defaultGroupsMax)
      return refuse({ code: 'default-groups-too-many', max: limits.defaultGroupsMax });
    const named = channelsNamed(state, actor, input.channels);
    if ('refusal' in named) return refuse(named.refusal);
    const channelsRefusal = groupedChannelsRefusal(state, named.channels, { name });
    if (channelsRefusal) return refuse(channelsRefusal);
    const groupId = DefaultGroupId.parse(defaultGroupIdMax + 1);
    const channelIds = named.channels.map(({ channelId }) => channelId);
    const created = {
      type: 'DefaultGroupCreated',
      data: { group: { groupId, name, description, channelIds } },
    } as const;
    return acceptEvent(logStream.channels(realmId), created, { groupId });
  },
});
