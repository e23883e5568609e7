/** DELETE /default_stream_groups/{group_id}. Subscriptions stay. */
import { z } from 'zod';
import { acceptEvent, refuse } from '../../src/define/command.ts';
import { DefaultGroupId, idNamed } from '../../src/vocabulary/ids.ts';
import { logStream } from '../../src/vocabulary/log-streams.ts';
import { defineCommand } from '../define-command.ts';
import { actsAsAdministrator } from '../rules/acting.ts';
import { groupOf } from '../rules/default-groups.ts';

export const deleteDefaultGroup = defineCommand({
  name: 'delete-default-group',
  input: z.object({ groupId: idNamed(DefaultGroupId) }),
  refusals: ['administrator-required', 'default-group-missing'],
  stream: (_input, realmId) => logStream.channels(realmId),
  decide(state, { groupId }, { realmId, actor }) {
    if (!actsAsAdministrator(state, actor)) return refuse({ code: 'administrator-required' });
    const group = groupOf(state, groupId);
    if (!group) return refuse({ code: 'default-group-missing', groupId });
    const event = { type: 'DefaultGroupDeleted', data: { groupId, name: group.name } } as const;
    return acceptEvent(logStream.channels(realmId), event);
  },
});
