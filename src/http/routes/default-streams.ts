/** The streams to which new users are subscribed, and groups of streams that clients offer them to choose from. */
import { z } from 'zod';
import { addDefaultChannel } from '../../../commands/realm/add-default-channel.ts';
import { createDefaultGroup } from '../../../commands/realm/create-default-group.ts';
import { deleteDefaultGroup } from '../../../commands/realm/delete-default-group.ts';
import { editDefaultGroupChannels } from '../../../commands/realm/edit-default-group-channels.ts';
import { removeDefaultChannel } from '../../../commands/realm/remove-default-channel.ts';
import { updateDefaultGroup } from '../../../commands/realm/update-default-group.ts';
import { ChannelId, DefaultGroupId } from '../../vocabulary/ids.ts';
import { defineChange, defineEndpoint } from '../define-endpoint.ts';
import { described } from '../openapi/described.ts';
import { id, json, pathId, quotable, raw } from '../request/parameters.ts';

const streamId = described(id(ChannelId), 'The id of the stream.', 2);

const postDefaultStream = defineChange({
  id: 'addDefaultStream',
  route: 'POST /default_streams',
  summary: 'Add a default stream',
  description: 'Makes a public stream a default stream: new users are subscribed to it. Administrators only.',
  parameters: z.object({ stream_id: streamId }),
  commands: [addDefaultChannel],
  handle: (call, services) => services.run(addDefaultChannel, { channelId: call.parameters.stream_id }, call),
});

const deleteDefaultStream = defineChange({
  id: 'removeDefaultStream',
  route: 'DELETE /default_streams',
  summary: 'Remove a default stream',
  description:
    'New users are no longer subscribed to the stream. Existing subscriptions are kept. Administrators only.',
  parameters: z.object({ stream_id: streamId }),
  commands: [removeDefaultChannel],
  handle: (call, services) => services.run(removeDefaultChannel, { channelId: call.parameters.stream_id }, call),
});

const groupIdParameter = described(pathId(DefaultGroupId), 'The id of the group.', 3);
const names = json(z.array(z.string()));

const postGroup = defineEndpoint({
  id: 'createDefaultStreamGroup',
  route: 'POST /default_stream_groups/create',
  summary: 'Create a default stream group',
  description: 'Creates a group of public streams that clients offer to new users. Administrators only.',
  parameters: z.object({
    group_name: described(quotable(), 'Its name.', 'Design'),
    description: described(quotable().default(''), 'Who the streams are for.', 'For who draws'),
    stream_names: described(names, 'The names of its streams.', ['drafts']),
  }),
  response: z.object({ id: z.int().describe('The id of the group') }),
  example: { id: 3 },
  commands: [createDefaultGroup],
  async handle(call, services) {
    const { group_name: name, description, stream_names: channels } = call.parameters;
    const { result } = await services.run(createDefaultGroup, { name, description, channels }, call);
    return { id: result.groupId };
  },
});

const patchGroup = defineChange({
  id: 'updateDefaultStreamGroup',
  route: 'PATCH /default_stream_groups/:group_id',
  summary: 'Change a default stream group',
  description: 'Changes the name or the description of a group. Administrators only.',
  parameters: z.object({
    group_id: groupIdParameter,
    new_group_name: described(quotable().optional(), 'The new name.', 'Design'),
    new_description: described(quotable().optional(), 'The new description.', 'For who draws'),
  }),
  commands: [updateDefaultGroup],
  async handle(call, services) {
    const { group_id: groupId, new_group_name: name, new_description: description } = call.parameters;
    await services.run(updateDefaultGroup, { groupId, name, description }, call);
  },
});

const patchStreams = defineChange({
  id: 'updateDefaultStreamGroupStreams',
  route: 'PATCH /default_stream_groups/:group_id/streams',
  summary: 'Change the streams of a default stream group',
  description:
    'Adds public streams to a group, or removes some. If one stream is refused, nothing is changed. Administrators only.',
  parameters: z.object({
    group_id: groupIdParameter,
    op: described(raw(z.enum(['add', 'remove'])), 'Whether to add or to remove them.', 'add'),
    stream_names: described(names, 'The names of the streams.', ['drafts']),
  }),
  commands: [editDefaultGroupChannels],
  async handle(call, services) {
    const { group_id: groupId, op, stream_names: channels } = call.parameters;
    await services.run(editDefaultGroupChannels, { groupId, op, channels }, call);
  },
});

const removeGroup = defineChange({
  id: 'deleteDefaultStreamGroup',
  route: 'DELETE /default_stream_groups/:group_id',
  summary: 'Delete a default stream group',
  description: 'Deletes a group. Its streams and their subscriptions are kept. Administrators only.',
  parameters: z.object({ group_id: groupIdParameter }),
  commands: [deleteDefaultGroup],
  handle: (call, services) => services.run(deleteDefaultGroup, { groupId: call.parameters.group_id }, call),
});

export const defaultStreams = [
  postDefaultStream,
  deleteDefaultStream,
  postGroup,
  patchGroup,
  patchStreams,
  removeGroup,
];
