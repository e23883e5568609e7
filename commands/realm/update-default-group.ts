/** PATCH /default_stream_groups/{group_id}: changes the name or the description of a group of streams for new users. */
import { z } from 'zod';
import { accept, acceptEvent, refuse } from '../../src/define/command.ts';
import { DefaultGroupId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import {
  defaultGroupDescriptionRefusal,
  defaultGroupNameRefusal,
  defaultGroupNameRefusals,
  groupOf,
} from '../rules/default-groups.ts';
import { differing } from '../rules/differing.ts';

export const updateDefaultGroup = defineCommand({
  name: 'update-default-group',
  input: z.object({
    groupId: idNamed(DefaultGroupId),
    name: z.string().optional(),
    description: z.string().optional(),
  }),
  refusals: [
    'default-group-nothing-new',
    'administrator-required',
    'default-group-missing',
    'default-group-name-same',
    ...defaultGroupNameRefusals,
    'default-group-description-too-long',
  ],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, { groupId, ...input }, { realmId, actor }) {
    if (input.name === undefined && input.description === undefined)
      return refuse({ code: 'default-group-nothing-new' });
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const group = groupOf(state, groupId);
    if (!group) return refuse({ code: 'default-group-missing', groupId });
    const wanted = { name: input.name?.trim(), description: input.description?.trim() };
    if (wanted.name === group.name) return refuse({ code: 'default-group-name-same', name: group.name });
    const refusal =
      (wanted.name === undefined ? undefined : defaultGroupNameRefusal(state, wanted.name, group)) ??
      defaultGroupDescriptionRefusal(wanted.description ?? '');
    if (refusal) return refuse(refusal);
    const { name, description } = group;
    const changed = differing<{ name: string; description: string }>(wanted, { name, description });
    if (Object.keys(changed).length === 0) return accept([], {});
    const previous = {
      ...(changed.name === undefined ? {} : { name }),
      ...(changed.description === undefined ? {} : { description }),
    };
    const event = { type: 'DefaultGroupChanged', data: { groupId, changed, previous } } as const;
    return acceptEvent(logStream.channels(realmId), event);
  },
});
